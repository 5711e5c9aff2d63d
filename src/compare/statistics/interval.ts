import type { Stratum } from "./permutation-test.ts";

/** The change from A to B with its interval; -1..1, but for the interval's ends, which may lie outside. */
export interface Interval {
  /** Plain mean over strata of B's mean less A's mean. */
  diff: number;
  se: number;
  lower: number;
  upper: number;
}

/** What a run is scored by: passed or not, or a score from 0 to 1. */
export type Measure = "pass-fail" | "score";

/** How far one stray run can be off: 1 for pass/fail, else the largest spread inside a stratum, but at least 0.25. */
export function strayRange(strata: readonly Stratum[], measure: Measure): number {
  if (measure === "pass-fail") return 1;
  return Math.max(0.25, ...strata.map(({ a, b }) => Math.max(...a, ...b) - Math.min(...a, ...b)));
}

/**
 * The interval D ± z SE of the mean change over n strata, where
 * SE = sqrt(max(Σ s²(1/kA + 1/kB), Σ(sA²/kA + sB²/kB)) + r²(1/kA² + 1/kB²)) / n: the variance of the permutation test
 * or that inside the arms, whichever is larger, and one imaginary stray run on each side. The stray runs carry Bonett &
 * Price's +1/+1 (2012; Fagerland 2014) over to more than one run; without them identical results would give [0, 0].
 * Needs at least one stratum, and one run a side in each.
 */
export function gateInterval(strata: readonly Stratum[], z: number, range: number): Interval {
  let [sum, pooled, within, runsA, runsB] = [0, 0, 0, 0, 0];
  for (const { a, b } of strata) {
    const [one, two] = [moments(a), moments(b)];
    sum += two.mean - one.mean;
    pooled += mergedVariance(one, two) * (1 / one.count + 1 / two.count);
    within += one.variance / one.count + two.variance / two.count;
    runsA += one.count;
    runsB += two.count;
  }
  const n = strata.length;
  const stray = range * range * ((n / runsA) ** 2 + (n / runsB) ** 2);
  const se = Math.sqrt(Math.max(pooled, within) + stray) / n;
  const diff = sum / n;
  return { diff, se, lower: diff - z * se, upper: diff + z * se };
}

interface Moments {
  count: number;
  mean: number;
  /** Sum of squared distances from the mean. */
  squares: number;
  /** With divisor count - 1; 0 for one score. */
  variance: number;
}

function moments(scores: readonly number[]): Moments {
  const count = scores.length;
  let total = 0;
  for (const score of scores) total += score;
  const mean = total / count;
  let squares = 0;
  for (const score of scores) squares += (score - mean) ** 2;
  return { count, mean, squares, variance: count > 1 ? squares / (count - 1) : 0 };
}

/** The variance, with divisor N - 1, of both arms' scores in one pot. */
function mergedVariance(a: Moments, b: Moments): number {
  const apart = ((b.mean - a.mean) ** 2 * a.count * b.count) / (a.count + b.count);
  return (a.squares + b.squares + apart) / (a.count + b.count - 1);
}
