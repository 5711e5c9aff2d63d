import type { PromptText } from "../types.ts";
import { defineRule } from "../types.ts";

const claim =
  /\b(?:work|works|working|strictly|you are|stay|stays)\s(?:strictly\s)?read-only\b|\bread-only (?:mode|agent|profile|role|explorer|reviewer)\b|\b(?:modify|change|changes|edit|edits|write) nothing\b|\bmakes? no (?:changes|edits)\b|\bdo(?:es)? not (?:modify|change|edit) (?:any )?files\b/i;

/** A profile that is told to change nothing, and has what it takes to do so. */
export const readOnlyMutates = defineRule({
  kind: "read-only-mutates",
  severity: "warning",
  heuristic: true,
  inputs: ["stack", "prompts"],
  *run({ stack, prompts }) {
    const sets = prompts.map(({ texts }) => new Set(texts));
    const everywhere = new Set(
      prompts[0]?.texts.filter((text) => sets.every((texts) => texts.has(text))) ?? [],
    );
    for (const { profile, texts } of prompts) {
      if (profile === null || profile.readOnly) continue;
      const tools = profile.tools.filter(({ mutates }) => mutates).map(({ name }) => name);
      if (tools.length === 0) continue;
      const own = texts.filter(
        (text) => text.role === "layer" && (prompts.length === 1 || !everywhere.has(text)),
      );
      const says = claimIn([profile.description ?? "", ...own.map(proseText)]);
      if (says === undefined) continue;
      const args = { profile: profile.id, tools, says };
      yield { line: stack.lineAt(["profiles", profile.id]), file: stack.file, args };
    }
  },
});

function proseText({ prose }: PromptText): string {
  return prose.lines.join("\n");
}

function claimIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const match = claim.exec(text);
    if (match !== null) return match[0];
  }
  return undefined;
}
