import type { Prices, Usage } from "./types.ts";

/** US dollars for one call; null where the price is not known, which is never the same as free. */
export function priceOf(usage: Usage, prices: Prices | undefined, batch = false): number | null {
  if (prices === undefined || (batch && prices.batch === undefined)) return null;
  const { input, output, cacheWrite = input, cacheRead = input } = prices;
  const dollars =
    usage.input * input + usage.cacheWrite * cacheWrite + usage.cacheRead * cacheRead + usage.output * output;
  return (dollars / 1_000_000) * (batch ? prices.batch! : 1);
}
