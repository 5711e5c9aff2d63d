import type { Verdict } from "./types.ts";

const order: Verdict[] = ["regressed", "inconclusive", "improved", "neutral"];

/** One verdict for parts that are judged apart, such as exact and sampled answers: a loss first, then a doubt. */
export function combineVerdicts(parts: readonly Verdict[]): Verdict {
  return order.find((verdict) => parts.includes(verdict)) ?? "neutral";
}
