import type { Judge } from "../score/index.ts";
import { type Account, openAccount } from "./accounting.ts";
import type { Asked, Question } from "./ask.ts";
import { isLocal } from "./settings.ts";
import type { Plan, PlannedTrial } from "./types.ts";

/** The judging model of one trial, with what it took. */
export interface TrialJudge extends Judge {
  account: Account;
  /** The run ended before a verdict. */
  stopped(): boolean;
}

/** null where the suite has no grader. Equal questions to it are asked once, whatever trial they belong to. */
export function createJudge(
  { grader, models }: Plan,
  trial: PlannedTrial,
  ask: (question: Question) => Promise<Asked>,
): TrialJudge | null {
  if (grader === null || isLocal(grader.id)) return null;
  const account = openAccount();
  let stopped = false;
  return {
    id: grader.id,
    account,
    stopped: () => stopped,
    async answer({ system, messages }) {
      const request = { system, messages, tools: [], parameters: grader.parameters };
      const group = [trial.assembly.stack, trial.assembly.variant, trial.assembly.profile].join("\0");
      const asked = await ask({ model: grader.id, request, repeat: 1, group, urgent: true });
      if (asked.kind === "stopped") {
        stopped = true;
        return { kind: "unmeasured", reason: "the run was stopped" };
      }
      if (asked.kind === "answer") account.add(asked, models.get(grader.id)?.prices);
      return asked;
    },
  };
}
