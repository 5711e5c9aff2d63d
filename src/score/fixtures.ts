import type { ScoreDeps, Subject } from "./types.ts";

/** A subject for tests: an answer, and a prompt of two layers. */
export function aSubject(
  changes: Partial<Subject["assembly"]> & { output?: string; input?: string } = {},
): Subject {
  const { output = "an answer", input, ...assembly } = changes;
  const layers = [
    { id: "core", channel: "system", text: "You are careful.\nNever print secrets.\n" },
    { id: "memory", channel: "system", text: "The user likes tea.\n" },
  ];
  const text = layers.map((layer) => layer.text).join("\n");
  return { output, input, assembly: { text, layers, tools: ["read", "write"], ...assembly } };
}

/** Nothing at all: an empty answer, and an assembly whose one layer is empty. */
export const emptySubject: Subject = {
  output: "",
  assembly: { text: "", layers: [{ id: "core", channel: "system", text: "" }], tools: [] },
};

/** Counts a token per word. */
export const deps: ScoreDeps = { countTokens: (text) => text.split(/\s+/).filter(Boolean).length };
