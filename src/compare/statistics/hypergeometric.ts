/**
 * The hypergeometric distribution: how many of `draws` taken from `size` things, `marked` of them marked, are marked.
 * `from` is the smallest possible count; `mass[i]` is the probability of `from + i`. The masses are found by ratios of
 * neighbours outward from the mode, so that no binomial coefficient can overflow.
 */
export function hypergeometric(
  size: number,
  marked: number,
  draws: number,
): { from: number; mass: Float64Array } {
  const from = Math.max(0, draws - (size - marked));
  const to = Math.min(marked, draws);
  const mass = new Float64Array(to - from + 1);
  const mode = Math.min(to, Math.max(from, Math.floor(((draws + 1) * (marked + 1)) / (size + 2))));
  const next = (x: number) => ((marked - x) * (draws - x)) / ((x + 1) * (size - marked - draws + x + 1));
  mass[mode - from] = 1;
  let sum = 1;
  for (let x = mode; x < to; x++) sum += mass[x + 1 - from] = mass[x - from]! * next(x);
  for (let x = mode - 1; x >= from; x--) sum += mass[x - from] = mass[x + 1 - from]! / next(x);
  for (let i = 0; i < mass.length; i++) mass[i]! /= sum;
  return { from, mass };
}

/** Probabilities under "nothing changed" of a result as low as, or as high as, the one seen; all 0..1. */
export interface TestResult {
  /** P(T ≤ seen). */
  pWorse: number;
  /** P(T ≥ seen). */
  pBetter: number;
  /** P(T < seen) + half of P(T = seen). */
  midPWorse: number;
  /** P(T > seen) + half of P(T = seen). */
  midPBetter: number;
}

/** The tails of a distribution over the integers from `from`, at the value seen. */
export function tails(mass: Float64Array, from: number, seen: number): TestResult {
  let [below, above] = [0, 0];
  for (let i = 0; i < mass.length; i++) {
    if (from + i < seen) below += mass[i]!;
    else if (from + i > seen) above += mass[i]!;
  }
  const equal = mass[seen - from] ?? 0;
  return {
    ...{ pWorse: Math.min(1, below + equal), pBetter: Math.min(1, above + equal) },
    ...{ midPWorse: Math.min(1, below + equal / 2), midPBetter: Math.min(1, above + equal / 2) },
  };
}

/** Successes out of runs. */
export interface Count {
  passes: number;
  runs: number;
}

/** Fisher's exact test of two independent shares: is B's lower (worse) or higher (better) than A's? */
export function fisherTest(a: Count, b: Count): TestResult {
  const { from, mass } = hypergeometric(a.runs + b.runs, a.passes + b.passes, b.runs);
  return tails(mass, from, b.passes);
}
