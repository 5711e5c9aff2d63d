import {
  gateInterval,
  type Measure,
  smallestDrop,
  stratifiedExact,
  stratifiedPermutation,
  type Stratum,
  strayRange,
  type TestResult,
  type Threshold,
} from "./statistics/index.ts";
import { countCases, type UnitStratum } from "./strata.ts";
import type { ScopeResult, Verdict } from "./types.ts";

/**
 * Compares A and B within one scope. Improved: B is shown better. Neutral: a drop beyond the margin is ruled out, which
 * is more than that none was found. Regressed: B is shown worse and the margin is not ruled out. Else inconclusive.
 */
export function judgeScope(
  strata: readonly UnitStratum[],
  scope: Threshold & { margin: number; measure: Measure; combination: string | null },
): ScopeResult {
  const { margin, z, measure, combination } = scope;
  const interval = gateInterval(strata, z, strayRange(strata, measure));
  const test = testStrata(strata, measure);
  const verdict = verdictOf(test, interval.lower, scope);
  return {
    ...{ combination, margin, ...interval, ...test, verdict },
    smallDrop: verdict === "neutral" && test.midPWorse <= scope.alpha,
    units: strata.length,
    cases: countCases(strata.map(({ unit }) => unit)),
    rateA: mean(strata.map(({ a }) => mean(a))),
    rateB: mean(strata.map(({ b }) => mean(b))),
    smallestDrop: smallestDrop(interval.se, z),
  };
}

/** The permutation test: exact for pass/fail, enumerated or drawn for scores. */
export function testStrata(strata: readonly Stratum[], measure: Measure): TestResult {
  if (measure === "score") return stratifiedPermutation(strata);
  return stratifiedExact(strata.map(({ a, b }) => ({ a: count(a), b: count(b) })));
}

function verdictOf(test: TestResult, lower: number, rule: { alpha: number; margin: number }): Verdict {
  if (test.midPBetter <= rule.alpha) return "improved";
  if (lower >= -rule.margin) return "neutral";
  return test.midPWorse <= rule.alpha ? "regressed" : "inconclusive";
}

function count(scores: readonly number[]): { passes: number; runs: number } {
  return { passes: total(scores), runs: scores.length };
}

function mean(scores: readonly number[]): number {
  return total(scores) / scores.length;
}

function total(scores: readonly number[]): number {
  let sum = 0;
  for (const score of scores) sum += score;
  return sum;
}
