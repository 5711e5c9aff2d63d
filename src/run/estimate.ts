import { loadTokenizer } from "../assemble/index.ts";
import { addMoney, type Money, noMoney, priceAtMost, priceOf } from "../cost/index.ts";
import { type ChatRequest, maxTokensOf } from "../model/index.ts";
import { judgeCalls } from "../score/index.ts";
import { type Pair, pairedStore, partnersOf } from "./paired-store.ts";
import { callKey } from "./request-key.ts";
import { limitsOf } from "./limits.ts";
import { isStored, openStore, type StoreOptions } from "./open-store.ts";
import { requestTokens, skipTooLong, tokensAtMost } from "./request-tokens.ts";
import { prepareRun, type ResumeOptions } from "./resume.ts";
import { isLocal, prefixOf } from "./settings.ts";
import type { AnswerStore } from "./store/index.ts";
import type { Plan, PlannedTrial, Selection } from "./types.ts";

/** What calls of one model will take. */
export interface ModelEstimate {
  model: string;
  /** Calls that no store answers. A script may make more of them. */
  calls: number;
  inputTokens: number;
  /** Of the input, what the provider's cache should serve. */
  cachedTokens: number;
  /** As assumed for each answer. */
  outputTokens: number;
  /** US dollars; null where the model has no price. */
  costUsd: number | null;
  /** With no help of a cache and every answer as long as it may be; null without a price or a limit of the answer. */
  atMostUsd: number | null;
  /** Seconds. */
  time: number;
}

/** What a run will take, as far as that is known before it. */
export interface RunEstimate {
  plan: Plan;
  /** Trials that an unfinished run of the same selection has done. */
  done: number;
  /** Trials of the others whose answer is stored. */
  stored: number;
  models: ModelEstimate[];
  /** Questions to the judging model; what they hold is not known before the answers. */
  judged: { model: string; calls: number } | null;
  cost: Money;
  /** Seconds. */
  time: number;
}

/** Where nothing is known of a model's answers. */
const usualOutput = 400;
/** Seconds of a call, where nothing is known. */
const usualLatency = 4;

/**
 * Estimates a run without a call and without writing anything. Trials of `pairs` are compared with each other, which
 * limits the stored answers that they may use: see {@link pairedStore}.
 */
export async function estimateRun(
  given: Plan,
  selection: Selection,
  options: ResumeOptions & StoreOptions & { batch?: boolean | undefined; pairs?: readonly Pair[] },
): Promise<RunEstimate> {
  const plan = await skipTooLong(given);
  const store = storeOf(plan, options);
  const { todo } = prepareRun(plan, selection, options);
  const open = todo.filter(
    ({ request, skip, answer }) => request !== null && skip === undefined && !isLocal(answer!),
  );
  const unknown = open.filter((trial) => !isStored(store, plan, trial));
  const models: ModelEstimate[] = [];
  for (const [model, trials] of Map.groupBy(unknown, ({ answer }) => answer!)) {
    models.push(await estimateModel(model, trials, plan, options.batch === true));
  }
  const judged = todo.reduce(
    (sum, { assertions, skip }) =>
      skip === undefined ? assertions.reduce((calls, { type }) => calls + judgeCalls(type), sum) : sum,
    0,
  );
  return {
    ...{ plan, done: plan.trials.length - todo.length, stored: open.length - unknown.length, models },
    judged: plan.grader === null || judged === 0 ? null : { model: plan.grader.id, calls: judged },
    cost: models.reduce<Money>((sum, { costUsd }) => addMoney(sum, costUsd), noMoney),
    time: timeOf(models, plan),
  };
}

function storeOf(plan: Plan, options: StoreOptions & { pairs?: readonly Pair[] }): AnswerStore {
  const { pairs } = options;
  const store = openStore(options);
  if (pairs === undefined) return store;
  const trials = pairs.map(([a, b]) => [plan.trials[a]!, plan.trials[b]!] as const);
  return pairedStore(store, partnersOf(trials, plan.models), () => undefined);
}

async function estimateModel(
  model: string,
  trials: readonly PlannedTrial[],
  plan: Plan,
  batch: boolean,
): Promise<ModelEstimate> {
  const count = await loadTokenizer();
  const requests = new Map<string, ChatRequest>(
    trials.map(({ request, repeat }) => [callKey(model, request!, repeat), request!]),
  );
  const settings = plan.models.get(model);
  const prefixes = new Set<string>();
  let [inputTokens, cachedTokens, written, most]: number[] = [0, 0, 0, 0];
  for (const request of requests.values()) {
    const tokens = requestTokens(request, count);
    inputTokens! += tokens;
    most! += tokensAtMost(request, count);
    const prefix = prefixOf(request, settings);
    if (prefix === null) continue;
    const length = count(request.system.slice(0, request.cacheBreaks!.at(-1)));
    if (prefixes.has(prefix)) cachedTokens! += length;
    else written! += length;
    prefixes.add(prefix);
  }
  const calls = requests.size;
  const [first] = requests.values();
  const limit = maxTokensOf(model, first?.parameters ?? {});
  const outputTokens = calls * Math.min(usualOutput, limit ?? Infinity);
  const usage = {
    input: inputTokens! - cachedTokens! - written!,
    ...{ cacheWrite: written!, cacheRead: cachedTokens!, output: outputTokens, reasoning: 0 },
  };
  const { concurrency, requestsPerSecond } = limitsOf(plan, { model });
  return {
    ...{ model, calls, inputTokens: inputTokens!, cachedTokens: cachedTokens!, outputTokens },
    costUsd: priceOf(usage, settings?.prices, batch),
    atMostUsd:
      limit === undefined ? null : priceAtMost({ input: most!, output: calls * limit }, settings?.prices),
    time: Math.max(
      calls / requestsPerSecond,
      (calls * usualLatency) / concurrency,
      calls > 0 ? usualLatency : 0,
    ),
  };
}

/** Providers run side by side, the models of one share what it allows. */
function timeOf(models: readonly ModelEstimate[], plan: Plan): number {
  const providers = Map.groupBy(models, ({ model }) => model.split(":")[0]!);
  const times = [...providers].map(([provider, members]) => {
    const calls = members.reduce((sum, one) => sum + one.calls, 0);
    const { concurrency, requestsPerSecond } = limitsOf(plan, { provider });
    const shared = Math.max(calls / requestsPerSecond, (calls * usualLatency) / concurrency);
    return Math.max(shared, ...members.map(({ time }) => time));
  });
  return Math.max(0, ...times);
}
