import { formatMoney, formatUsd } from "../cost/index.ts";
import { estimateRun, isLocal, type Plan, type RunEstimate, type Selection } from "../run/index.ts";
import { stableJson } from "../util/index.ts";
import type { Io } from "./io.ts";
import { formatTable } from "./table.ts";

type DryRunOptions = Parameters<typeof estimateRun>[2] & { json: boolean };

/** `eval --dry-run`: what would be run and what it would take. Writes nothing and calls nobody. */
export async function dryRun(
  io: Io,
  given: Plan,
  selection: Selection,
  options: DryRunOptions,
): Promise<number> {
  const estimate = await estimateRun(given, selection, options);
  const { plan, done, stored, models, judged, cost, time } = estimate;
  const counts = { ...countPlan(plan), done, stored };
  if (options.json) {
    const money = models.length === 0 ? {} : { cost, time };
    io.stdout.write(
      `${stableJson({ schema: 1, suite: plan.suite, ...counts, models, judged, ...money }, 2)}\n`,
    );
    return 0;
  }
  const { trials, cases, combinations, requests, skipped } = counts;
  const known = [
    ...(done === 0 ? [] : [`${done} are done by the unfinished run`]),
    ...(stored === 0 ? [] : [`${stored} answers are stored`]),
  ];
  io.stdout.write(
    `${trials} trials: ${cases} cases on ${combinations} combinations; ` +
      `${requests} different requests, ${skipped} skipped. ${known.map((part) => `${part}. `).join("")}Nothing was run.\n`,
  );
  io.stdout.write(describeCalls(estimate));
  return 0;
}

function countPlan({ trials }: Plan) {
  const requests = new Set(
    trials.flatMap((trial) => (trial.request === null || trial.skip ? [] : [trial.requestKey])),
  );
  const combinations = new Set(
    trials.map(({ assembly: a }) => `${a.stack} ${a.variant} ${a.profile} ${a.model}`),
  );
  const skipped = trials.filter(({ skip }) => skip !== undefined).length;
  return {
    ...{ trials: trials.length, cases: new Set(trials.map((trial) => trial.case.id)).size },
    ...{ combinations: combinations.size, requests: requests.size, skipped },
  };
}

/** Nothing where nobody would be called. */
function describeCalls({ models, judged, cost, time, plan }: RunEstimate): string {
  const grader =
    judged === null || isLocal(judged.model)
      ? ""
      : `and ${judged.calls} questions to the grader ${judged.model}, whose cost is n/a before there are answers\n`;
  if (models.length === 0) {
    const asks = plan.trials.some(({ answer }) => answer !== null && !isLocal(answer));
    return asks ? `No model has to be called.\n${grader}` : grader;
  }
  const rows = models.map((one) => [
    ...[one.model, String(one.calls), String(one.inputTokens), String(one.cachedTokens)],
    ...[String(one.outputTokens), formatUsd(one.costUsd), formatUsd(one.atMostUsd)],
  ]);
  const head = ["model", "calls", "tokens in", "of it cached", "tokens out", "cost", "at most"];
  return `\n${formatTable(head, rows)}\nabout ${formatMoney(cost)} and ${describeTime(time)}; how long answers are is assumed\n${grader}`;
}

/** Seconds in the unit that suits them. */
export function describeTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
