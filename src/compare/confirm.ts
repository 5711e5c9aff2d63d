import { benjaminiHochberg, betaIncInv, fisherTest, holm, type Measure } from "./statistics/index.ts";
import { testStrata } from "./judge-scope.ts";
import { confirmLevel, confirmRuns, mostConfirmed, type Rules, worthALook } from "./rules.ts";
import { toStrata, type UnitStratum } from "./strata.ts";
import type { UnitChange, UnitOutcomes } from "./types.ts";

/**
 * The units to run again afresh: those that did worse on B, must-pass ones first and then by the size of the drop. Ten
 * at most, but a must-pass unit is never left out.
 */
export function screen(units: readonly UnitOutcomes[], rules: Rules): UnitOutcomes[] {
  if (rules.confirm === "none") return [];
  const worse = toStrata(units)
    .map((stratum) => ({ unit: stratum.unit, drop: meanOf(stratum.a) - meanOf(stratum.b) }))
    .filter(({ drop }) => drop > 0)
    .toSorted((x, y) => y.drop - x.drop)
    .map(({ unit }) => unit);
  const mustPass = worse.filter((unit) => unit.policy === "must-pass");
  const others = rules.confirm === "all" ? worse.filter((unit) => unit.policy !== "must-pass") : [];
  return [...mustPass, ...others.slice(0, Math.max(0, mostConfirmed - mustPass.length))];
}

/** What fresh runs show: losses beyond doubt, and units that could not be measured often enough to tell. */
export interface Confirmation {
  confirmed: UnitChange[];
  /** Fewer than ten measured fresh runs on a side, and not a confirmed loss. */
  untold: UnitChange[];
  tried: number;
}

/** Tests each unit on its fresh runs alone: one-sided, Holm at 0.01 over all of them. */
export function confirm(fresh: readonly UnitOutcomes[], measure: Measure): Confirmation {
  const strata = fresh.map((unit) => toStrata([unit])[0]);
  const p = holm(strata.map((stratum) => (stratum ? testStrata([stratum], measure).midPWorse : 1)));
  const changes = fresh.map((unit, i) => change(strata[i] ?? { unit, a: [], b: [] }, p[i]!));
  const confirmed = changes.filter((one) => one.p <= confirmLevel);
  const untold = changes.filter(
    (one) => one.p > confirmLevel && Math.min(one.runsA, one.runsB) < confirmRuns,
  );
  return { confirmed, untold, tried: fresh.length };
}

/** Every unit's change by itself, the largest drop first; p is not adjusted for their number. */
export function unitChanges(units: readonly UnitOutcomes[], measure: Measure): UnitChange[] {
  const changes = toStrata(units).map((stratum) => change(stratum, testStrata([stratum], measure).midPWorse));
  const gain = (one: UnitChange) => one.passesB / one.runsB - one.passesA / one.runsA;
  return changes.toSorted((x, y) => gain(x) - gain(y));
}

/** Units that look worse on the runs that were there anyway (Benjamini-Hochberg at 10%); a hint, never a verdict. */
export function casesWorthALook(units: readonly UnitOutcomes[], measure: Measure): UnitChange[] {
  const changes = unitChanges(units, measure);
  const adjusted = benjaminiHochberg(changes.map((one) => one.p));
  const hints = changes.map((one, i) => ({ ...one, p: adjusted[i]! }));
  return hints.filter((one) => one.p <= worthALook).toSorted((x, y) => x.p - y.p);
}

/**
 * The smallest drop, 0..1, of a case that always passed on A which the confirmation of `units` units finds with 80%
 * chance, where all of them have to share the level.
 */
export function smallestVisibleDrop(units: number): number {
  const a = { passes: confirmRuns, runs: confirmRuns };
  let passes = confirmRuns;
  while (passes >= 0 && fisherTest(a, { passes, runs: confirmRuns }).midPWorse > confirmLevel / units)
    passes--;
  if (passes < 0) return 1;
  // P(Bin(10, p) ≤ passes) = 0.8 where I_p(passes + 1, 10 - passes) = 0.2.
  return 1 - betaIncInv(0.2, passes + 1, confirmRuns - passes);
}

function change({ unit, a, b }: UnitStratum, p: number): UnitChange {
  return {
    ...{ case: unit.case, combination: unit.combination, policy: unit.policy, p },
    ...{ passesA: sumOf(a), runsA: a.length, passesB: sumOf(b), runsB: b.length },
  };
}

function sumOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0);
}

function meanOf(scores: readonly number[]): number {
  return sumOf(scores) / scores.length;
}
