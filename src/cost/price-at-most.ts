import type { Prices } from "./types.ts";

/** What a call can cost at most, in US dollars: nothing comes from a cache, and every token is of the dearest kind. */
export function priceAtMost(
  { input, output }: { input: number; output: number },
  prices: Prices | undefined,
): number | null {
  if (prices === undefined) return null;
  const dearest = Math.max(prices.input, prices.cacheWrite ?? 0, prices.cacheRead ?? 0);
  return (input * dearest + output * prices.output) / 1_000_000;
}
