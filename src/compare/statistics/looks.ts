import { normalCdf, normalQuantile } from "./normal.ts";

/** What a look must pass: the interval's z, and the one-sided level of the test. */
export interface Threshold {
  z: number;
  alpha: number;
}

/** Pocock's constants for a one-sided level of 0.025 in total (Jennison & Turnbull 2000), by schedule. */
const pocock: Record<string, number> = {
  "1,3": 2.2022,
  "1,3,5": 2.3175,
  "1,3,5,10": 2.4122,
  "3,5,10": 2.2991,
};

/**
 * The threshold that every look of a schedule uses, so that all looks together err at most 0.025 in each direction. A
 * schedule without a constant shares the level out evenly (Bonferroni), which is stricter. z has four decimals, rounded
 * up, and the level is Φ(-z): a single look has 1.9600 and just under 0.025, so that one case of three lost runs, whose
 * mid-p is 1/40, is no loss by a hair.
 */
export function lookThreshold(looks: readonly number[]): Threshold {
  const even = -normalQuantile(0.025 / looks.length);
  const z = pocock[looks.join(",")] ?? Math.ceil(even * 1e4) / 1e4;
  return { z, alpha: normalCdf(-z) };
}

/**
 * The chance (0..1) that the interval at the last look K leaves the zone where it decides nothing, seen from look k: D at
 * K is taken as normal around today's D with variance SE² - SE_K², where SE_K = SE sqrt(k/K).
 */
export function chanceToDecide(now: {
  diff: number;
  se: number;
  look: number;
  lastLook: number;
  z: number;
  margin: number;
}): number {
  const last = now.se * Math.sqrt(now.look / now.lastLook);
  const [low, high] = [-now.z * last, now.z * last - now.margin];
  if (high <= low) return 1;
  const spread = Math.sqrt(now.se ** 2 - last ** 2);
  if (spread === 0) return now.diff > low && now.diff < high ? 0 : 1;
  return normalCdf((low - now.diff) / spread) + 1 - normalCdf((high - now.diff) / spread);
}
