import { noUsage, priceOf } from "../cost/index.ts";
import { maxTokensOf } from "../model/index.ts";
import { compareText, sha256, stableJson, UserError } from "../util/index.ts";
import { plannedId } from "./known-trials.ts";
import { runFinding } from "./messages.ts";
import { isLocal, prefixOf, roughTokens } from "./settings.ts";
import type { Plan, PlannedTrial, Shard } from "./types.ts";

/** Where nothing is known of an answer's length or a model's price. */
const usualOutput = 400;
const usualPrices = { input: 1, output: 5 };
/** Dollars that stand for the time of a trial that calls nobody, far below any call. */
const smallest = 1e-7;
/** A prefix that is more than this part of a share is divided, although each shard then writes it to the cache. */
const mostOfShare = 0.25;

/**
 * The trials of a plan that one of several machines runs. The same plan is divided in the same way everywhere, by what
 * trials are expected to cost; equal requests stay together, and so do those that share a provider's cache where they
 * are few enough. Throws a UserError where nothing is left for this shard.
 */
export function shardPlan(plan: Plan, { index, of }: Shard): Plan {
  const share = divide(plan, of)[index - 1]!;
  if (share.size === 0) {
    throw new UserError([runFinding("empty-shard", { index, of, trials: plan.trials.length })]);
  }
  const trials = plan.trials.flatMap((trial, position) => (share.has(trial) ? [{ ...trial, position }] : []));
  return { ...plan, trials, whole: wholeOf(plan, { index, of }) };
}

/** What all shards of a plan have in common, by which they are known to belong together. */
function wholeOf({ trials }: Plan, shard: Shard): NonNullable<Plan["whole"]> {
  const planHash = sha256(stableJson(trials.map((trial) => plannedId(trial))));
  return { ...shard, planned: trials.length, planHash };
}

function divide(plan: Plan, of: number): Set<PlannedTrial>[] {
  const shares = Array.from({ length: of }, () => ({ weight: 0, trials: new Set<PlannedTrial>() }));
  for (const { weight, trials } of unitsOf(plan, of)) {
    const lightest = shares.reduce((least, share) => (share.weight < least.weight ? share : least));
    lightest.weight += weight;
    for (const trial of trials) lightest.trials.add(trial);
  }
  return shares.map(({ trials }) => trials);
}

interface Unit {
  key: string;
  weight: number;
  trials: PlannedTrial[];
}

/** What must or should stay together, the heaviest first; ties are broken by content, never by position. */
function unitsOf(plan: Plan, of: number): Unit[] {
  const requests = unitsBy(plan.trials, ({ requestKey }) => requestKey, plan);
  const total = requests.reduce((sum, { weight }) => sum + weight, 0);
  const largest = (total / of) * mostOfShare;
  const prefixes = unitsBy(plan.trials, (trial) => prefixKey(trial, plan), plan);
  const whole = new Set(prefixes.filter(({ weight }) => weight <= largest).map(({ key }) => key));
  const units = [
    ...prefixes.filter(({ key }) => whole.has(key)),
    ...requests.filter(({ trials }) => !whole.has(prefixKey(trials[0]!, plan))),
  ];
  return units.toSorted((a, b) => b.weight - a.weight || compareText(a.key, b.key));
}

function unitsBy(
  trials: readonly PlannedTrial[],
  keyOf: (trial: PlannedTrial) => string,
  plan: Plan,
): Unit[] {
  return [...Map.groupBy(trials, keyOf)].map(([key, members]) => {
    // Equal requests are asked once, whoever needs the answer.
    const requests = new Map(members.map((trial) => [trial.requestKey, weightOf(trial, plan)]));
    const asked = [...requests.values()].reduce((sum, weight) => sum + weight, 0);
    return { key, weight: asked + smallest * members.length, trials: members };
  });
}

function prefixKey({ request, answer, requestKey }: PlannedTrial, { models }: Plan): string {
  const prefix = request === null ? null : prefixOf(request, models.get(answer!));
  return prefix === null ? requestKey : `${answer} ${prefix}`;
}

/** US dollars, roughly. */
function weightOf({ request, answer, skip }: PlannedTrial, { models }: Plan): number {
  if (request === null || skip !== undefined || isLocal(answer!)) return 0;
  const limit = maxTokensOf(answer!, request.parameters) ?? usualOutput;
  const usage = { ...noUsage, input: roughTokens(request), output: Math.min(usualOutput, limit) };
  return priceOf(usage, models.get(answer!)?.prices ?? usualPrices) ?? 0;
}
