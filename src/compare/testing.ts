import type { ComparisonState, Outcome, UnitOutcomes } from "./types.ts";

/** Runs written as text: P passed, f failed, ? unmeasured. */
export function runs(text: string): Outcome[] {
  return [...text].map((letter) => (letter === "?" ? null : letter === "P" ? 1 : 0));
}

/** A unit of one case in one combination, with its runs as text. */
export function unit(id: string, a: string, b: string, more: Partial<UnitOutcomes> = {}): UnitOutcomes {
  return { case: id, combination: "main x m", a: runs(a), b: runs(b), ...more };
}

/** As many units alike as asked for, with ids of their own. */
export function units(count: number, a: string, b: string, more: Partial<UnitOutcomes> = {}): UnitOutcomes[] {
  const mark = more.combination ?? "";
  return Array.from({ length: count }, (_, i) => unit(`${a}${b}${mark}${i}`, a, b, more));
}

export function stateOf(list: UnitOutcomes[], more: Partial<ComparisonState> = {}): ComparisonState {
  return { units: list, confirmation: [], ...more };
}
