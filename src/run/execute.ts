import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import { type Account, openAccount } from "./accounting.ts";
import type { Asked, Question } from "./ask.ts";
import { converse, type Ending, type Reply } from "./converse.ts";
import { gradeTrial, type GradeDeps } from "./grade-trial.ts";
import type { ChatModel, ChatRequest } from "../model/index.ts";
import type { Sha256 } from "../util/index.ts";
import { createJudge } from "./judge.ts";
import { isLocal } from "./settings.ts";
import type { Plan, PlannedTrial, Trial } from "./types.ts";

/** Milliseconds. */
const breathEvery = 50;

export interface ExecuteOptions {
  /** The models that answer here and now. */
  local: ReadonlyMap<string, ChatModel>;
  /** Asks all others. */
  ask(question: Question): Promise<Asked>;
  /** Whether a trial's answer is stored, so that it needs no call. */
  isStored(trial: PlannedTrial): boolean;
  concurrency: number;
  signal: AbortSignal;
  /** Called with each trial as it is done; what it wrote is kept whatever happens afterwards. */
  onTrial(trial: Trial): void;
}

/**
 * Runs trials: first all that need no call, as fast as they go, then the others, all at once, for whoever answers
 * decides their order. A trial that was stopped before its end is not reported.
 */
export async function executeTrials(
  trials: readonly PlannedTrial[],
  plan: Plan,
  options: ExecuteOptions,
): Promise<void> {
  const runner = createRunner(trials, plan, options);
  const calls: PlannedTrial[] = [];
  const quick = filterOut(trials, (trial) => needsCall(trial, options), calls);
  await inTurn(quick, options, async (trial) => report(await runner(trial), options));
  if (options.signal.aborted) return;
  await Promise.all(calls.map(async (trial) => report(await runner(trial), options)));
}

/** Runs one trial on its own; undefined when it was stopped. */
export function executeTrial(
  trial: PlannedTrial,
  plan: Plan,
  options: Pick<ExecuteOptions, "local" | "ask">,
): Promise<Trial | undefined> {
  return createRunner([trial], plan, options)(trial);
}

function report(trial: Trial | undefined, { onTrial }: ExecuteOptions): void {
  if (trial !== undefined) onTrial(trial);
}

/** A scripted trial may need a call after a stored one. */
function needsCall(trial: PlannedTrial, { isStored }: ExecuteOptions): boolean {
  const { answer, request, script, skip } = trial;
  if (skip !== undefined || request === null || isLocal(answer!)) return false;
  return script !== null || !isStored(trial);
}

function* filterOut<T>(items: Iterable<T>, isOther: (item: T) => boolean, others: T[]): Generator<T> {
  for (const item of items) {
    if (isOther(item)) others.push(item);
    else yield item;
  }
}

/** A window of jobs instead of one promise per trial keeps memory flat for very long plans. */
async function inTurn<T>(
  items: Iterable<T>,
  { concurrency, signal }: Pick<ExecuteOptions, "concurrency" | "signal">,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit(concurrency);
  const window = new Set<Promise<void>>();
  let breath = performance.now();
  for (const item of items) {
    // Answers that come at once never let the event loop turn, and with it no signal would ever arrive.
    if (performance.now() - breath > breathEvery) {
      await setImmediate();
      breath = performance.now();
    }
    if (signal.aborted) break;
    const job = limit(() => run(item)).finally(() => window.delete(job));
    window.add(job);
    if (window.size >= concurrency * 4) await Promise.race(window);
  }
  await Promise.all(window);
}

type Runner = (trial: PlannedTrial) => Promise<Trial | undefined>;

function createRunner(
  trials: readonly PlannedTrial[],
  plan: Plan,
  options: Pick<ExecuteOptions, "local" | "ask">,
): Runner {
  const localAnswer = createLocal(trials, options.local);
  const grading: GradeDeps = { allow: plan.allow };
  return async (trial) => {
    const account = openAccount();
    const ending = await answerTrial(trial, plan, account, { ...options, localAnswer });
    if (ending?.kind === "stopped") return undefined;
    const judge = createJudge(plan, trial, options.ask);
    const graded = await gradeTrial(trial, ending, judge === null ? grading : { ...grading, judge });
    if (judge?.stopped()) return undefined;
    const [spent, grader] = [account.total(), judge?.account.total()];
    return {
      ...graded,
      ...(spent === undefined ? {} : { spent }),
      ...(grader === undefined ? {} : { grader }),
    };
  };
}

/** null where nobody is asked. */
async function answerTrial(
  trial: PlannedTrial,
  plan: Plan,
  account: Account,
  options: Pick<ExecuteOptions, "ask"> & { localAnswer: LocalAnswer },
): Promise<Ending | null> {
  const { request, answer, script, repeat, skip } = trial;
  if (request === null || skip !== undefined) return null;
  if (isLocal(answer!)) return converse(request, script, (one) => options.localAnswer(trial, one));
  const prices = plan.models.get(answer!)?.prices;
  let first = true;
  return converse(request, script, async (one): Promise<Reply> => {
    const question = { model: answer!, request: one, repeat, group: groupOf(trial), urgent: !first };
    first = false;
    const asked = await options.ask(question);
    if (asked.kind === "answer") account.add(asked, prices);
    return asked;
  });
}

/** A combination, whose trials shall not fall behind those of others. */
function groupOf({ assembly: { stack, variant, profile, model } }: PlannedTrial): string {
  return [stack, variant, profile, model].join("\0");
}

type LocalAnswer = (trial: PlannedTrial, request: ChatRequest) => Promise<Reply>;

/** Answers equal requests of the plan once. */
function createLocal(trials: readonly PlannedTrial[], models: ReadonlyMap<string, ChatModel>): LocalAnswer {
  const answers = new Map<Sha256, Promise<Reply>>();
  const asking = new Map<Sha256, number>();
  for (const { requestKey, answer } of trials) {
    if (answer !== null && isLocal(answer)) asking.set(requestKey, (asking.get(requestKey) ?? 0) + 1);
  }
  return ({ requestKey, answer, script }, request) => {
    const model = models.get(answer!)!;
    if (script !== null) return model.answer(request);
    let found = answers.get(requestKey);
    if (found === undefined) answers.set(requestKey, (found = model.answer(request)));
    // An answer that no further trial waits for is not kept.
    const waiting = asking.get(requestKey)! - 1;
    asking.set(requestKey, waiting);
    if (waiting === 0) answers.delete(requestKey);
    return found;
  };
}
