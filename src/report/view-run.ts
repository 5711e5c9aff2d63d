import type { KeptTrial, RunResult } from "../run/index.ts";
import { viewCost } from "./cost-view.ts";
import type { CombinationRow, Counts, RunView, TrialRow } from "./run-view.ts";

export const readerCaveat =
  "Answered by reader:bm25, which quotes the prompt: it tells whether a rule or fact reaches the model and can be " +
  "found there, and says nothing of how a model behaves.";

/** What is shown of a run, of one machine or of several. `stopped`: what kept it from its end. */
type ViewedRun = Pick<RunResult, "id" | "created" | "planned" | "mustPass" | "revision"> & {
  trials: readonly KeptTrial[];
  stopped: string | null;
};

/** Counts a run once, for every renderer. */
export function viewRun(result: ViewedRun, suite: string): RunView {
  const rows = result.trials.map(rowOf);
  const answers = new Set(result.trials.flatMap(({ answer }) => answer ?? []));
  const reader = [...answers].some((answer) => answer.startsWith("reader:"));
  const missing = result.planned - result.trials.length;
  const why = result.stopped === null ? "Interrupted" : `Stopped by ${result.stopped}`;
  const caveats = [
    ...(missing > 0 ? [`${why}: ${missing} of ${result.planned} trials were not run.`] : []),
    ...(reader ? [readerCaveat] : []),
  ];
  return {
    ...{ id: result.id, created: result.created, suite, caveat: caveats.join(" ") },
    commit: result.revision?.commit ?? null,
    dirty: result.revision?.dirty ?? null,
    totals: countTrials(rows),
    mustPassUnmeasured: unmeasuredOf(result),
    combinations: combinationsOf(rows),
    problems: result.trials.flatMap((trial, i) =>
      trial.status === "passed" || trial.status === "skipped"
        ? []
        : [{ ...rows[i]!, output: trial.output ?? "" }],
    ),
    trials: rows,
    cost: viewCost(result.trials),
  };
}

function unmeasuredOf({ trials, mustPass }: ViewedRun): string[] {
  const measured = new Set(
    trials.filter(({ status }) => status === "passed" || status === "failed").map((trial) => trial.case),
  );
  return mustPass.filter((id) => !measured.has(id)).toSorted();
}

/** How many trials ended how. */
export function countTrials(trials: readonly Pick<TrialRow, "status">[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, unmeasured: 0 };
  for (const { status } of trials) counts[status]++;
  return counts;
}

function rowOf(trial: KeptTrial): TrialRow {
  const { stack, variant, profile, model, scenario, repeat, status, reason, recipeHash, hash } = trial;
  return {
    ...{ case: trial.case, stack, variant, profile, model, answer: trial.answer ?? "", scenario },
    ...{ repeat, status, reason, recipeHash, hash },
    ...(trial.spent === undefined ? {} : { spent: trial.spent }),
    ...(trial.grader === undefined ? {} : { grader: trial.grader }),
  };
}

/** Cases that ask nothing have no answering model; they count in the row of whoever answers the others. */
function combinationsOf(rows: readonly TrialRow[]): CombinationRow[] {
  const keyOf = ({ stack, variant, profile, model }: TrialRow) => [stack, variant, profile, model].join("\0");
  return [...Map.groupBy(rows, keyOf).values()].map((members) => {
    const { stack, variant, profile, model } = members[0]!;
    const answer = [...new Set(members.map((row) => row.answer).filter((name) => name !== ""))].join(", ");
    const failed = members.filter(({ status }) => status === "failed").map((row) => row.case);
    return {
      stack,
      variant,
      profile,
      model,
      answer,
      ...countTrials(members),
      failedCases: [...new Set(failed)].toSorted(),
    };
  });
}
