import { readRevision } from "../load/index.ts";
import { type Finding, sha256, stableJson } from "../util/index.ts";
import { executePlan } from "./execute.ts";
import { answeringModels } from "./answering-models.ts";
import { createRunFolder, type RunFolder } from "./run-folder.ts";
import type { KeptTrial, Plan, PlannedTrial, Selection, Trial } from "./types.ts";

export interface RunOptions {
  /** Repository root: reports are written below it. */
  root: string;
  now: Date;
  /** 0 up to 1; only names the run's folder. */
  random: () => number;
  versions: Record<string, string>;
  concurrency: number;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** A finished or interrupted run. */
export interface RunResult {
  id: string;
  created: string;
  folder: RunFolder;
  trials: KeptTrial[];
  planned: number;
  /** Ids of the planned cases that may never be lost. */
  mustPass: string[];
  interrupted: boolean;
  revision: { commit: string; dirty: boolean } | null;
  findings: Finding[];
}

/** Runs a plan and journals every trial; the caller writes the reports. */
export async function runPlan(plan: Plan, selection: Selection, options: RunOptions): Promise<RunResult> {
  const revision = await readRevision(options.root);
  const { models, findings } = answeringModels(plan.trials);
  const folder = createRunFolder(options.root, options.now, options.random, {
    ...{ suite: plan.suite, selection, seed: plan.seed, versions: options.versions },
    ...{ commit: revision?.commit ?? null, dirty: revision?.dirty ?? null, planned: plan.trials.length },
    corpusHash: corpusHash(plan.trials),
    recipes: recipes(plan.trials),
  });
  const trials: KeptTrial[] = [];
  try {
    await executePlan(plan, {
      ...{ models, concurrency: options.concurrency, signal: options.signal },
      onTrial(trial) {
        folder.append(trial);
        trials.push(kept(trial));
        options.onProgress(trials.length, plan.trials.length);
      },
    });
  } finally {
    folder.close();
  }
  return {
    ...{ id: folder.id, created: options.now.toISOString(), folder, revision, findings },
    trials: inPlanOrder(trials, plan.trials),
    planned: plan.trials.length,
    mustPass: mustPassOf(plan),
    interrupted: trials.length < plan.trials.length,
  };
}

/** In a long run the journal holds the rest; kept in memory it would grow with every trial. */
function kept({ assertions: _assertions, ...trial }: Trial): KeptTrial {
  return trial.status === "passed" || trial.status === "skipped" ? { ...trial, output: null } : trial;
}

function mustPassOf({ trials }: Plan): string[] {
  return [
    ...new Set(trials.filter((trial) => trial.case.policy === "must-pass").map((trial) => trial.case.id)),
  ];
}

/** Of the cases that were run, with everything that decides their verdict. */
function corpusHash(trials: readonly PlannedTrial[]): string {
  const cases = new Map(
    trials.map(({ case: item, gradeKey }) => [item.id, [item.id, item.input ?? null, gradeKey]]),
  );
  return sha256(stableJson([...cases.values()]));
}

function recipes(trials: readonly PlannedTrial[]): Record<string, string> {
  return Object.fromEntries(
    trials.map(({ assembly }) => [
      `${assembly.stack}@${assembly.variant}/${assembly.profile}`,
      assembly.recipeHash,
    ]),
  );
}

/** Trials end in any order; reports list them as planned, so that two equal runs have equal reports. */
function inPlanOrder(trials: readonly KeptTrial[], planned: readonly PlannedTrial[]): KeptTrial[] {
  const rank = new Map(planned.map((trial, i) => [keyOf(trial.case.id, trial.assembly, trial.repeat), i]));
  return trials.toSorted(
    (a, b) => rank.get(keyOf(a.case, a, a.repeat))! - rank.get(keyOf(b.case, b, b.repeat))!,
  );
}

function keyOf(id: string, at: { variant: string; profile: string; model: string }, repeat: number): string {
  return [id, at.variant, at.profile, at.model, repeat].join("\0");
}
