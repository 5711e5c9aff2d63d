import type { TestResult } from "./hypergeometric.ts";
import { seededRandom } from "./random.ts";

/** One stratum of scores: the valid runs of A and of B on one case in one combination. */
export interface Stratum {
  a: readonly number[];
  b: readonly number[];
}

const mostEnumerated = 50_000;
const shuffles = 20_000;
/** Sums of the same scores in another order differ by rounding only. */
const sameSum = 1e-9;

/**
 * The test of "B is as A" over strata of scores: the scores of each stratum are dealt again between A and B, and the
 * sum of B's is compared with the one seen. All deals are looked at when there are at most 50,000; else 20,000 random
 * ones, drawn from the data's own hash, and p = (1 + deals as extreme) / 20,001. With one run a side this is the
 * sign-flip test.
 */
export function stratifiedPermutation(strata: readonly Stratum[]): TestResult {
  const telling = strata.filter(({ a, b }) => new Set([...a, ...b]).size > 1);
  const seen = telling.reduce((sum, { b }) => sum + total(b), 0);
  const deals = telling.reduce((product, { a, b }) => product * choose(a.length + b.length, b.length), 1);
  return deals <= mostEnumerated ? enumerate(telling, seen) : sample(telling, seen);
}

function enumerate(strata: readonly Stratum[], seen: number): TestResult {
  let sums = [0];
  for (const { a, b } of strata) {
    const dealt = sumsOfChoices([...a, ...b], b.length);
    sums = sums.flatMap((sum) => dealt.map((more) => sum + more));
  }
  const below = sums.filter((sum) => sum < seen - sameSum).length / sums.length;
  const above = sums.filter((sum) => sum > seen + sameSum).length / sums.length;
  const equal = 1 - below - above;
  return {
    ...{ pWorse: 1 - above, pBetter: 1 - below },
    ...{ midPWorse: below + equal / 2, midPBetter: above + equal / 2 },
  };
}

function sample(strata: readonly Stratum[], seen: number): TestResult {
  const random = seededRandom(JSON.stringify(strata.map(({ a, b }) => [a, b])));
  const pools = strata.map(({ a, b }) => ({ scores: [...a, ...b], draws: b.length }));
  let [low, high] = [0, 0];
  for (let shuffle = 0; shuffle < shuffles; shuffle++) {
    let sum = 0;
    for (const { scores, draws } of pools) {
      for (let i = 0; i < draws; i++) {
        const other = i + Math.floor(random() * (scores.length - i));
        const drawn = scores[other]!;
        scores[other] = scores[i]!;
        scores[i] = drawn;
        sum += drawn;
      }
    }
    if (sum <= seen + sameSum) low++;
    if (sum >= seen - sameSum) high++;
  }
  const pWorse = (1 + low) / (shuffles + 1);
  const pBetter = (1 + high) / (shuffles + 1);
  return { pWorse, pBetter, midPWorse: pWorse, midPBetter: pBetter };
}

function sumsOfChoices(scores: readonly number[], count: number): number[] {
  if (count === 0) return [0];
  if (count > scores.length) return [];
  const [first, ...rest] = scores;
  return [...sumsOfChoices(rest, count - 1).map((sum) => sum + first!), ...sumsOfChoices(rest, count)];
}

function choose(n: number, k: number): number {
  let value = 1;
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i;
  return value;
}

function total(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0);
}
