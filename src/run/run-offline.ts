import { answeringModels } from "./answering-models.ts";
import { executeTrial } from "./execute.ts";
import type { Plan, PlannedTrial, Trial } from "./types.ts";

/** Runs trials of a plan one by one with what needs no key: the embedded model, and answers that cases give. */
export function offlineRunner(plan: Plan): (trial: PlannedTrial) => Promise<Trial> {
  const { local } = answeringModels(plan, {});
  return async (trial) => {
    const done = await executeTrial(trial, plan, {
      local,
      ask: async ({ model }) => ({ kind: "unmeasured", reason: `${model} is not asked offline` }),
    });
    return done!;
  };
}
