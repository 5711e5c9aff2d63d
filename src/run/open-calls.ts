import type { Env } from "../model/index.ts";
import { type Finding, UserError } from "../util/index.ts";
import { answeringModels, answeringProblems, type Connect, type Models } from "./answering-models.ts";
import { batchProblems } from "./batch-runs.ts";
import { ceilingProblems, openBudget } from "./ceilings.ts";
import { limitsOf } from "./limits.ts";
import { runFinding } from "./messages.ts";
import { modelsToCall } from "./open-store.ts";
import { type Budget, type Ceilings, type Clock, createScheduler, systemClock } from "./schedule/index.ts";
import { providerOf, roughTokens } from "./settings.ts";
import type { AnswerStore } from "./store/index.ts";
import type { Plan, PlannedTrial } from "./types.ts";

export interface CallOptions extends Ceilings {
  /** Where models find their keys; by default nowhere. */
  env?: Env;
  /** Makes models in place of their providers. */
  connect?: Connect;
  /** Asks in batches, for their price. */
  batch?: boolean | undefined;
}

export interface Callers {
  models: Models;
  budget: Budget;
}

/** The models that trials have to call, and what they may take. Throws a UserError with all that keeps one from being asked. */
export async function openCallers(
  plan: Plan,
  store: AnswerStore,
  todo: readonly PlannedTrial[],
  options: CallOptions,
): Promise<Callers> {
  const { env = {}, connect } = options;
  const asked = modelsToCall(store, plan, todo);
  if (plan.grader !== null && asked.size > 0) asked.add(plan.grader.id);
  const problems = [
    ...(connect === undefined ? answeringProblems(plan, asked, env) : []),
    ...ceilingProblems(plan, asked, options),
    ...batchProblems(plan, asked, options),
  ];
  if (problems.length > 0) throw new UserError(problems);
  return { models: answeringModels(plan, env, connect), budget: await openBudget(plan, options) };
}

export interface SchedulerDeps {
  clock?: Clock | undefined;
  /** 0 up to 1. */
  random(): number;
  signal: AbortSignal;
  /** Gets a finding for each provider that is not called any more. */
  findings: Finding[];
}

/** Gives the calls of a plan out, within what models.yaml allows. */
export function openScheduler(
  plan: Plan,
  { models, budget }: Callers,
  { clock = systemClock, random, signal, findings }: SchedulerDeps,
) {
  return createScheduler({
    ...{ connect: models.connect, providerOf, tokensOf: ({ request }) => roughTokens(request) },
    ...{ budget, clock, random, signal, limitsOf: (what) => limitsOf(plan, what) },
    onProviderStopped: (provider, reason) =>
      findings.push(runFinding("provider-stopped", { provider, reason })),
  });
}
