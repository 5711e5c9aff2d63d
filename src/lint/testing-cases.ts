import { aLayerFile } from "../assemble/testing.ts";
import type { LintKind } from "./messages.ts";
import type { LintSpec } from "./testing.ts";

/** What makes a rule speak, where, and what it must be silent about. */
export interface RuleCase {
  rule: LintKind;
  fires: LintSpec;
  /** `file:line` of the finding, or `file#mark` for the only line that holds the mark. */
  at: string;
  silent: LintSpec;
  /** An allowance that covers it. */
  allow: { layer?: string; match?: string };
}

export const core = "prompts/demo/core.md";
export const settings = "prompts/demo/stack.yaml";
export const memoryFile = "corpus/scenarios/reference/workspace/notes.md";

/** A layer that takes in a file of the workspace. */
const notes = (keys: object = {}, source: object = {}) => ({
  id: "notes",
  tier: "session",
  source: { path: "{{workspace}}/notes.md", ...source },
  steps: [{ bound: { unit: "lines", max: 500, cut: "head", marker: "[cut]" } }],
  ...keys,
});
export const coreLayer = { id: "core", tier: "core", source: { file: "core.md" } };
export const withNotes = (text: string, keys: object = {}, source: object = {}): LintSpec => ({
  stack: { layers: [coreLayer, notes(keys, source)] },
  workspace: { "notes.md": text },
});

export const twoLayers = (files: Record<string, string>, keys: object = {}): LintSpec => ({
  stack: {
    layers: [coreLayer, { id: "more", tier: "core", source: { file: "more.md" } }],
    ...keys,
  },
  files: Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`prompts/demo/${name}`, aLayerFile(text)]),
  ),
});

export const duplicated = "Run the tests of the changed package before every commit.";
export const code = [
  "export function total(lines) {",
  "  const prices = lines.map((line) => line.price);",
  "  const sum = prices.reduce((a, b) => a + b, 0);",
  "  const rounded = Math.round(sum * 100) / 100;",
  "  console.log('total', rounded);",
  "  return rounded;",
  "}",
].join("\n");
