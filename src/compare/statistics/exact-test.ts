import { type Count, hypergeometric, tails, type TestResult } from "./hypergeometric.ts";

/** One stratum of pass/fail runs: what A and B did on one case in one combination. */
export interface CountPair {
  a: Count;
  b: Count;
}

/**
 * The exact test of "B is as A" over strata of pass/fail runs. Given each stratum's passes of both sides together, B's
 * are hypergeometric; the strata's distributions are convolved into that of B's total. With one run a side this is
 * McNemar's test, with more the exact Cochran-Mantel-Haenszel test. Mid-p: Fagerland, Lydersen & Laake 2013.
 */
export function stratifiedExact(strata: readonly CountPair[]): TestResult {
  const known = new Map<string, ReturnType<typeof hypergeometric>>();
  let [from, seen] = [0, 0];
  let mass = new Float64Array([1]);
  for (const { a, b } of strata) {
    const [size, passes] = [a.runs + b.runs, a.passes + b.passes];
    // A stratum without passes, or with passes only, has one possible outcome and says nothing.
    if (passes === 0 || passes === size) continue;
    const key = `${size},${passes},${b.runs}`;
    const one = known.get(key) ?? hypergeometric(size, passes, b.runs);
    known.set(key, one);
    mass = convolve(mass, one.mass);
    from += one.from;
    seen += b.passes;
  }
  return tails(mass, from, seen);
}

function convolve(long: Float64Array, short: Float64Array): Float64Array<ArrayBuffer> {
  const result = new Float64Array(long.length + short.length - 1);
  for (let j = 0; j < short.length; j++) {
    const weight = short[j]!;
    for (let i = 0; i < long.length; i++) result[i + j]! += long[i]! * weight;
  }
  return result;
}
