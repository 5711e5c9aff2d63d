import { formatMoney, formatUsd, inputTokens, type Money } from "../cost/index.ts";
import type { CostView } from "./cost-view.ts";

/** What a run took, as sentences for the terminal and the page; none where nothing could cost anything. */
export function costLines(cost: CostView | null): string[] {
  if (cost === null) return [];
  const { usage, grader, saved } = cost;
  const uncounted = cost.uncounted === 0 ? "" : `; of ${cost.uncounted} trials nobody counted`;
  const stored = cost.cachedTrials === 0 ? "" : `, ${cost.cachedTrials} trials from stored answers`;
  const latency = cost.latencyMs === null ? "" : `, ${(cost.latencyMs / 1000).toFixed(1)} s a trial`;
  const perCase = cost.perPassedCase === null ? "n/a" : formatUsd(cost.perPassedCase);
  const savers = { cache: "the cache", recordings: "the recordings", batch: "batches" };
  const savings = Object.entries(savers).flatMap(([kind, saver]) => {
    const money = saved[kind as keyof typeof saved];
    return money === undefined || isNothing(money) ? [] : [`saved by ${saver}: ${formatMoney(money)}`];
  });
  return [
    `${count(cost.calls, "answer")}${stored}${latency}`,
    `tokens: ${inputTokens(usage)} in (${usage.cacheWrite} written to and ${usage.cacheRead} read from the provider's cache), ` +
      `${usage.output} out (${usage.reasoning} reasoning)${uncounted}`,
    `cost: ${formatMoney(cost.total)}, ${perCase} for each passed case` +
      (grader === null
        ? ""
        : `; of it ${formatMoney(grader.paid)} for ${count(grader.calls, "answer")} of the grader`),
    ...savings,
    ...(cost.models.length < 2
      ? []
      : cost.models.map(
          ({ model, calls, paid }) => `${model}: ${count(calls, "answer")}, ${formatMoney(paid)}`,
        )),
  ];
}

function isNothing({ usd, unknown }: Money): boolean {
  return usd === 0 && unknown === 0;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
