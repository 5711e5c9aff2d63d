import type { WrittenLimits, WrittenModel } from "../schema/index.ts";
import type { Limits } from "./schedule/index.ts";
import { isLocal } from "./settings.ts";
import type { Plan } from "./types.ts";

/** Where models.yaml says nothing: what the smallest paid accounts stand, found by backing off where they do not. */
const perModel = 8;
const perProvider = 16;

/** The limits of one model, or of all models of one provider together. */
export function limitsOf({ models, limits }: Plan, what: { model: string } | { provider: string }): Limits {
  if ("provider" in what) return filled(limits.get(what.provider), whole(models, what.provider));
  return filled(models.get(what.model)?.limits, perModel);
}

/** A provider stands what its models stand, where those were written down. */
function whole(models: ReadonlyMap<string, WrittenModel>, provider: string): number {
  const written = [...models.values()].filter(
    ({ id }) => !isLocal(id) && (id === provider || id.startsWith(`${provider}:`)),
  );
  return Math.max(perProvider, ...written.map((model) => model.limits?.concurrency ?? 0));
}

function filled(limits: WrittenLimits | undefined, concurrency: number): Limits {
  return {
    concurrency: limits?.concurrency ?? concurrency,
    requestsPerSecond: limits?.requestsPerSecond ?? Infinity,
    tokensPerMinute: limits?.tokensPerMinute ?? Infinity,
  };
}
