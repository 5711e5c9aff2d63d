import type { Stratum } from "./statistics/index.ts";
import type { Rules } from "./rules.ts";
import type { Outcome, UnitOutcomes } from "./types.ts";

/** A unit of which both versions have at least one measured run. */
export interface UnitStratum extends Stratum {
  unit: UnitOutcomes;
}

/** Above this share of units with equal answers inside each arm, the repeats are taken for copies of one answer. */
const mostCopies = 0.9;

/** Runs a side that every unit has had. */
export function completedRuns(units: readonly UnitOutcomes[]): number {
  return Math.min(...units.map(({ a, b }) => Math.min(a.length, b.length)));
}

/** The units as they stood at a look: runs beyond it, of a round that was cut short, are not looked at yet. */
export function atLook(units: readonly UnitOutcomes[], look: number, rules: Rules): UnitOutcomes[] {
  return units.map((unit) => ({
    ...unit,
    a: rules.cachedBaseline ? unit.a : unit.a.slice(0, look),
    b: unit.b.slice(0, look),
  }));
}

/** The repeats are copies: identical answers in more than 90% of the units with repeats. */
export function areCopies(units: readonly UnitOutcomes[]): boolean {
  const repeated = units.filter(({ a, b }) => a.length > 1 || b.length > 1);
  const copies = repeated.filter((unit) => unit.copies).length;
  return repeated.length > 0 && copies / repeated.length > mostCopies;
}

/** One run a side: what is left of repeats that are copies. */
export function collapse(units: readonly UnitOutcomes[]): UnitOutcomes[] {
  const first = (runs: readonly Outcome[]) => [runs.find((outcome) => outcome !== null) ?? null];
  return units.map((unit) => ({ ...unit, a: first(unit.a), b: first(unit.b) }));
}

/** The strata: measured runs only, and only units that both versions have some of. */
export function toStrata(units: readonly UnitOutcomes[]): UnitStratum[] {
  return units
    .map((unit) => ({ unit, a: measured(unit.a), b: measured(unit.b) }))
    .filter(({ a, b }) => a.length > 0 && b.length > 0);
}

export function measured(outcomes: readonly Outcome[]): number[] {
  return outcomes.filter((outcome) => outcome !== null);
}

export function countCases(units: readonly { case: string }[]): number {
  return new Set(units.map((unit) => unit.case)).size;
}

export function combinationsOf(units: readonly UnitOutcomes[]): string[] {
  return [...new Set(units.map((unit) => unit.combination))];
}

/** A unit's identity within a comparison. */
export function unitKey(unit: { case: string; combination: string }): string {
  return JSON.stringify([unit.case, unit.combination]);
}
