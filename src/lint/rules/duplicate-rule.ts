import { shorten } from "../text/lines.ts";
import type { Repeat } from "../text/repeats.ts";
import type { Statement } from "../text/statements.ts";
import { defineRule, type LintInputs, type PromptText } from "../types.ts";

/** The same rule twice in one prompt. */
export const duplicateRule = defineRule({
  kind: "duplicate-rule",
  severity: "warning",
  heuristic: false,
  inputs: ["prompts", "repeats"],
  *run(inputs) {
    for (const { first, second, percent, keep } of repeated(inputs)) {
      if (percent < 100) continue;
      const args = { keep, at: placeOf(first), found: shorten(second.sentence) };
      yield { line: second.line, file: second.text.file, ...layerOf(second), args };
    }
  },
});

/** Two rules of one prompt that hardly differ, so that one of them is about to be forgotten. */
export const nearDuplicateRule = defineRule({
  kind: "near-duplicate-rule",
  severity: "warning",
  heuristic: true,
  inputs: ["prompts", "repeats"],
  *run(inputs) {
    for (const { first, second, percent, keep } of repeated(inputs)) {
      if (percent === 100) continue;
      const args = { keep, at: placeOf(first), found: shorten(second.sentence), percent };
      yield { line: second.line, file: second.text.file, ...layerOf(second), args };
    }
  },
});

interface Repeated extends Repeat {
  /** Where the rule should stay. */
  keep: string;
}

const memo = new WeakMap<LintInputs["prompts"], Repeated[]>();

/** Pairs that stand in one prompt, each pair of places once. Both rules of this file ask for the same ones. */
function repeated({ prompts, repeats }: Pick<LintInputs, "prompts" | "repeats">): Repeated[] {
  const known = memo.get(prompts);
  if (known !== undefined) return known;
  const found = new Map<string, Repeated>();
  for (const texts of largestOf(prompts.map((prompt) => prompt.texts))) {
    for (const { first, second, percent } of repeats.among(texts)) {
      const key = [first, second].map(({ text, line }) => `${text.file}:${line}`).join(" ");
      found.set(key, { first, second, percent, keep: keeperOf(first, second, prompts) });
    }
  }
  const all = [...found.values()];
  memo.set(prompts, all);
  return all;
}

/** Groups of texts that stand in no larger group: what repeats in a part repeats in the whole. */
function largestOf(groups: readonly (readonly PromptText[])[]): (readonly PromptText[])[] {
  const kept: ReadonlySet<PromptText>[] = [];
  return groups
    .toSorted((a, b) => b.length - a.length)
    .filter((texts) => {
      if (kept.some((larger) => texts.every((text) => larger.has(text)))) return false;
      kept.push(new Set(texts));
      return true;
    });
}

/** The place whose text more profiles have; of equals the earlier one, which is the steadier. */
function keeperOf(first: Statement, second: Statement, prompts: LintInputs["prompts"]): string {
  const uses = (statement: Statement) => prompts.filter(({ texts }) => texts.includes(statement.text)).length;
  const keeper = uses(second) > uses(first) ? second : first;
  return keeper.text.layers[0] ?? placeOf(keeper);
}

function placeOf({ text, line }: Statement): string {
  return `${text.file}:${line}`;
}

function layerOf({ text }: Statement): { layer?: string } {
  const [layer] = text.layers;
  return layer === undefined ? {} : { layer };
}
