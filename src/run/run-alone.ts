import { createAsk } from "./ask.ts";
import { executeTrial } from "./execute.ts";
import { type CallOptions, openCallers, openScheduler } from "./open-calls.ts";
import { openStore, type StoreOptions } from "./open-store.ts";
import { skipTooLong } from "./request-tokens.ts";
import type { Plan, Trial } from "./types.ts";

export interface AloneOptions extends StoreOptions, Omit<CallOptions, "batch"> {
  now: Date;
  random: () => number;
  signal: AbortSignal;
}

/** Runs the first trial of a plan without a run: nothing is journaled, but an answer that was paid is kept. */
export async function runAlone(given: Plan, options: AloneOptions): Promise<Trial | undefined> {
  const { signal, random } = options;
  const plan = await skipTooLong({ ...given, trials: given.trials.slice(0, 1) });
  const store = openStore(options);
  const callers = await openCallers(plan, store, plan.trials, options);
  const { models } = callers;
  const executor = openScheduler(plan, callers, { random, signal, findings: [] });
  const ask = createAsk({
    ...{ store, executor, settings: plan.models, redact: models.redact, run: "", paid: new Set() },
    ...{ now: () => options.now.toISOString(), onMiss: () => {} },
    onBrokenStore: (error) => {
      throw error;
    },
  });
  return executeTrial(plan.trials[0]!, plan, { local: models.local, ask });
}
