import { normalQuantile } from "./normal.ts";
import type { Count } from "./hypergeometric.ts";

/** Wilson's interval of a share (1927), [lower, upper] in 0..1; of no runs it is [0, 1]. */
export function wilson({ passes, runs }: Count, level = 0.95): [lower: number, upper: number] {
  if (runs === 0) return [0, 1];
  const z = normalQuantile(0.5 + level / 2);
  const share = passes / runs;
  const centre = share + (z * z) / (2 * runs);
  const half = z * Math.sqrt((share * (1 - share)) / runs + (z * z) / (4 * runs * runs));
  const scale = 1 + (z * z) / runs;
  // The ends at 0 and 1 are exact; rounding would put them a hair beside.
  const lower = passes === 0 ? 0 : (centre - half) / scale;
  return [lower, passes === runs ? 1 : (centre + half) / scale];
}

/** Clopper and Pearson's 95% upper end of a rate of which no instance was seen in `runs`: 1 - 0.025^(1/runs). */
export function unseenAtMost(runs: number): number {
  return 1 - 0.025 ** (1 / runs);
}

/** The chance that at least one of k runs passes, estimated from `passes` in `runs` ≥ k: 1 - C(n-c, k)/C(n, k). */
export function passAtK({ passes, runs }: Count, k: number): number {
  return 1 - drawAll(runs - passes, runs, k);
}

/** The chance that all of k runs pass: C(c, k)/C(n, k). */
export function passHatK({ passes, runs }: Count, k: number): number {
  return drawAll(passes, runs, k);
}

/** The chance that k draws without return from `size` all hit the `marked`. */
function drawAll(marked: number, size: number, k: number): number {
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= Math.max(0, marked - i) / (size - i);
  return chance;
}

/** The chance that two runs of the same prompt on the same case disagree, unbiased: 2c(k-c)/(k(k-1)), for k ≥ 2. */
export function flipRate({ passes, runs }: Count): number {
  return (2 * passes * (runs - passes)) / (runs * (runs - 1));
}
