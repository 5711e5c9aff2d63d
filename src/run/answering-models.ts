import {
  type BatchModel,
  type ChatModel,
  createBatchModel,
  createModel,
  createRedactor,
  type Env,
  keyVariable,
  modelProblems,
  type Redactor,
  secretsOf,
  unknownModelProblem,
} from "../model/index.ts";
import type { WrittenModel } from "../schema/index.ts";
import { type Finding, UserError } from "../util/index.ts";
import { isLocal } from "./settings.ts";
import type { Plan, PlannedTrial } from "./types.ts";

/** Makes the model of an entry of models.yaml; tests give their own. */
export type Connect = (settings: WrittenModel) => ChatModel;

export interface Models {
  local: ReadonlyMap<string, ChatModel>;
  /** Made when it is first asked: an SDK takes time to load. */
  connect(id: string): ChatModel;
  /** The same model, asked in batches. */
  connectBatch(id: string): BatchModel;
  /** Takes the keys of the environment out of a text. */
  redact(text: string): string;
}

/** The models that a plan asks, each made once. */
export function answeringModels(plan: Plan, env: Env, connect?: Connect): Models {
  const secrets = secretsOf(
    env,
    [...plan.models.values()].flatMap((model) => keyVariable(model) ?? []),
  );
  // By value alone: what only looks like a key may be the very thing that a case looks for in an answer.
  const redact = createRedactor(secrets, []);
  const reasons = createRedactor(secrets);
  const add = (secret: string) => {
    redact.add(secret);
    reasons.add(secret);
  };
  const redactor: Redactor = Object.assign((text: string) => reasons(text), { add });
  const made = new Map<string, ChatModel>();
  const make = (id: string): ChatModel => {
    const settings = plan.models.get(id);
    if (settings === undefined) throw new UserError([unknownModelProblem(id, plan.models.keys())]);
    return connect !== undefined && !isLocal(id)
      ? connect(settings)
      : createModel(settings, { env, redactor });
  };
  const get = (id: string): ChatModel => {
    let model = made.get(id);
    if (model === undefined) made.set(id, (model = make(id)));
    return model;
  };
  const batched = new Map<string, BatchModel>();
  const connectBatch = (id: string): BatchModel => {
    let model = batched.get(id);
    if (model === undefined) {
      batched.set(id, (model = createBatchModel(plan.models.get(id) ?? { id }, { env, redactor })));
    }
    return model;
  };
  const local = [...answersOf(plan.trials)].filter(isLocal);
  return { local: new Map(local.map((id) => [id, get(id)])), connect: get, connectBatch, redact };
}

/** What keeps models from being asked, found before any call: no key, no address, an unknown provider. */
export function answeringProblems(plan: Plan, asked: Iterable<string>, env: Env): Finding[] {
  return [...new Set(asked)].flatMap((id) => {
    const settings = plan.models.get(id);
    if (settings === undefined) return [unknownModelProblem(id, plan.models.keys())];
    const trial = plan.trials.find(({ answer, request }) => answer === id && request !== null);
    const parameters = trial?.request?.parameters ?? plan.grader?.parameters;
    return modelProblems(settings, env, parameters);
  });
}

function answersOf(trials: readonly PlannedTrial[]): Set<string> {
  return new Set(
    trials.flatMap(({ answer, skip }) => (answer === null || skip !== undefined ? [] : [answer])),
  );
}
