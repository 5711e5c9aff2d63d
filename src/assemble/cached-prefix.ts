import type { Stack } from "../load/index.ts";
import type { Assembly } from "./types.ts";

/** The bytes that `prefixHash` is of: the system text up to the end of its last layer of a cached tier. */
export function cachedPrefix({ layers, text }: Assembly, { tiers }: Stack): Buffer {
  const cached = new Set(tiers.filter((tier) => tier.cached).map(({ id }) => id));
  const last = layers.findLast(({ channel, tier }) => channel === "system" && cached.has(tier));
  return Buffer.from(text, "utf8").subarray(0, last?.end ?? 0);
}
