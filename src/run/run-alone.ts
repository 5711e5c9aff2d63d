import type { Env } from "../model/index.ts";
import { UserError } from "../util/index.ts";
import { answeringModels, answeringProblems, type Connect } from "./answering-models.ts";
import { createAsk } from "./ask.ts";
import { ceilingProblems, openBudget } from "./ceilings.ts";
import { executeTrial } from "./execute.ts";
import { limitsOf } from "./limits.ts";
import { modelsToCall, openStore, type StoreOptions } from "./open-store.ts";
import { skipTooLong } from "./request-tokens.ts";
import { type Ceilings, createScheduler, systemClock } from "./schedule/index.ts";
import { providerOf, roughTokens } from "./settings.ts";
import type { Plan, Trial } from "./types.ts";

export interface AloneOptions extends StoreOptions, Ceilings {
  env: Env;
  now: Date;
  random: () => number;
  signal: AbortSignal;
  connect?: Connect;
}

/** Runs the first trial of a plan without a run: nothing is journaled, but an answer that was paid is kept. */
export async function runAlone(given: Plan, options: AloneOptions): Promise<Trial | undefined> {
  const { env, signal, random } = options;
  const plan = await skipTooLong({ ...given, trials: given.trials.slice(0, 1) });
  const store = openStore(options);
  const asked = modelsToCall(store, plan, plan.trials);
  const problems = [
    ...(options.connect === undefined ? answeringProblems(plan, asked, env) : []),
    ...ceilingProblems(plan, asked, options),
  ];
  if (problems.length > 0) throw new UserError(problems);
  const models = answeringModels(plan, env, options.connect);
  const executor = createScheduler({
    ...{ connect: models.connect, providerOf, tokensOf: ({ request }) => roughTokens(request) },
    ...{ budget: await openBudget(plan, options), clock: systemClock, random, signal },
    limitsOf: (what) => limitsOf(plan, what),
    onProviderStopped: () => {},
  });
  const ask = createAsk({
    ...{ store, executor, settings: plan.models, redact: models.redact, run: "", paid: new Set() },
    ...{ now: () => options.now.toISOString(), onMiss: () => {} },
    onBrokenStore: (error) => {
      throw error;
    },
  });
  return executeTrial(plan.trials[0]!, plan, { local: models.local, ask });
}
