import type { CombinationRow, Counts } from "./run-view.ts";

/** What can come of a trial, in the order it is shown. */
export const outcomes = ["passed", "failed", "skipped", "unmeasured"] as const satisfies (keyof Counts)[];

/** Combinations shown as one row; the counts are their sums, so that a column still adds up to the total. */
export interface CombinationGroup extends Counts {
  stack: string;
  variant: string;
  profile: string;
  models: string[];
  /** The model's name, `9 models`, or `8 other models` where some have rows of their own above. */
  modelLabel: string;
  answer: string;
  failedCases: string[];
}

/**
 * Joins, within each stack, variant, profile and answering model, the models that came out alike: with the same failures and
 * the same number unmeasured. Models without any are alike, however many cases were meant for each.
 * Only the largest such set is joined, as the last row: whoever differs from it keeps a row and a name.
 */
export function groupCombinations(rows: readonly CombinationRow[]): CombinationGroup[] {
  const { differ } = findAnswers(rows);
  const places = Map.groupBy(rows, (row) => keyOf(row.stack, row.variant, row.profile, differ && row.answer));
  return [...places.values()].flatMap((members) => {
    const alike = Map.groupBy(members, (row) => keyOf(row.failed, row.unmeasured, row.failedCases));
    const largest = [...alike.values()].reduce((best, set) => (set.length > best.length ? set : best));
    const others = members.filter((row) => !largest.includes(row));
    return [...others.map((row) => nameOne(row)), joinRows(largest, others.length > 0)];
  });
}

/** Who answered: by name, whether each prompt's own model did, and otherwise whether rows differ in it. */
export function findAnswers(rows: readonly CombinationRow[]): {
  names: string[];
  own: boolean;
  differ: boolean;
} {
  // A row all of whose cases are checked without asking has no answering model.
  const asked = rows.filter((row) => row.answer !== "");
  const names = [...new Set(asked.map((row) => row.answer))];
  const own = names.length > 0 && asked.every((row) => row.answer === row.model);
  return { names, own, differ: !own && names.length > 1 };
}

function nameOne({ model, ...row }: CombinationRow): CombinationGroup {
  return { ...row, models: [model], modelLabel: model };
}

function joinRows(rows: readonly CombinationRow[], besideOthers: boolean): CombinationGroup {
  const first = nameOne(rows[0]!);
  if (rows.length === 1) return first;
  const sum = (outcome: keyof Counts) => rows.reduce((total, row) => total + row[outcome], 0);
  return {
    ...first,
    models: rows.map((row) => row.model),
    modelLabel: `${rows.length} ${besideOthers ? "other " : ""}models`,
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    unmeasured: sum("unmeasured"),
  };
}

function keyOf(...parts: unknown[]): string {
  return JSON.stringify(parts);
}
