import { invert } from "./invert.ts";

/**
 * Φ(x), 0..1: Marsaglia's series (Journal of Statistical Software 11(4), 2004) near zero, and the continued fraction
 * of Mills' ratio in the tails, where the series would lose its digits.
 */
export function normalCdf(x: number): number {
  const density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  if (Math.abs(x) < 3) {
    let [sum, term] = [0, x];
    for (let power = 3; sum + term !== sum; power += 2) {
      sum += term;
      term *= (x * x) / power;
    }
    return 0.5 + density * sum;
  }
  let mills = 0;
  for (let i = 120; i >= 1; i--) mills = i / (Math.abs(x) + mills);
  const tail = density / (Math.abs(x) + mills);
  return x < 0 ? tail : 1 - tail;
}

/** The p-quantile of the standard normal distribution, for 0 < p < 1. */
export function normalQuantile(p: number): number {
  // The lower half is inverted: 1 - p keeps no digits in the upper tail.
  if (p > 0.5) return -normalQuantile(1 - p);
  return invert(normalCdf, p, -40, 0);
}
