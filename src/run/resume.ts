import { type Finding, UserError } from "../util/index.ts";
import { lastRows, plannedId } from "./known-trials.ts";
import { runFinding } from "./messages.ts";
import { continueRunFolder, createRunFolder, findEarlierRun, type RunFolder } from "./run-folder.ts";
import type { Plan, PlannedTrial, Selection, Trial } from "./types.ts";

export interface ResumeOptions {
  root: string;
  now: Date;
  random: () => number;
  versions: Record<string, string>;
  /** Starts anew, whatever was left unfinished. */
  fresh?: boolean | undefined;
  /** Runs only what the newest run of this selection could not measure. */
  retryUnmeasured?: boolean | undefined;
}

/** A run's folder, what is known already, and what is to be run. */
export interface OpenedRun {
  folder: RunFolder;
  known: Trial[];
  todo: PlannedTrial[];
  findings: Finding[];
}

/**
 * Finds out what of a plan an unfinished run has done already. Trials are matched by what they asked, graded and looked
 * at, so edits to other cases do not disturb it. Nothing is written before `open` is called.
 */
export function prepareRun(plan: Plan, selection: Selection, options: ResumeOptions) {
  const { root, now, random, fresh = false, retryUnmeasured = false } = options;
  const found = fresh ? undefined : findEarlierRun(root, selection, options.versions["strata"] ?? "");
  const earlier = found !== undefined && (retryUnmeasured || !found.finished) ? found : undefined;
  const rows = earlier === undefined ? new Map<string, Trial>() : lastRows(earlier.read());
  const known: Trial[] = [];
  const todo: PlannedTrial[] = [];
  for (const trial of plan.trials) {
    const row = rows.size === 0 ? undefined : rows.get(plannedId(trial));
    if (row !== undefined && row.status !== "unmeasured") known.push(row);
    else if (!retryUnmeasured || row !== undefined) todo.push(trial);
  }
  if (retryUnmeasured && todo.length === 0) throw new UserError([runFinding("nothing-to-retry", {})]);

  function open(facts: object): OpenedRun {
    if (earlier === undefined) {
      return { folder: createRunFolder(root, now, random, facts), known, todo, findings: [] };
    }
    const { folder, torn } = continueRunFolder(earlier, now, facts);
    const args = { run: folder.id, known: known.length, planned: plan.trials.length };
    const findings = [
      runFinding("continued", args, {}, "info"),
      ...(torn ? [runFinding("torn-journal", { run: folder.id }, {}, "warning")] : []),
    ];
    return { folder, known, todo, findings };
  }
  return { todo, open };
}
