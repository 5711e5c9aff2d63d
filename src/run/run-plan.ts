import { addMoney, type Money, noMoney } from "../cost/index.ts";
import { readRevision } from "../load/index.ts";
import type { Finding } from "../util/index.ts";
import { createAsk } from "./ask.ts";
import { createBatchRuns, openBatches } from "./batch-runs.ts";
import { executeTrials } from "./execute.ts";
import { flagged } from "./flagged.ts";
import { runFinding } from "./messages.ts";
import { type CallOptions, openCallers, openScheduler } from "./open-calls.ts";
import { brokenEntries, isStored, openStore, type StoreOptions } from "./open-store.ts";
import { skipTooLong } from "./request-tokens.ts";
import { prepareRun, type ResumeOptions } from "./resume.ts";
import type { RunFolder } from "./run-folder.ts";
import { type Clock, systemClock } from "./schedule/index.ts";
import type { KeptTrial, Plan, PlannedTrial, Selection, Trial } from "./types.ts";

export interface RunOptions extends ResumeOptions, StoreOptions, CallOptions {
  /** Repository root: reports are written below it. */
  root: string;
  /** When the run starts. */
  now: Date;
  /** What time it is later on; by default the clock of this machine. */
  time?: () => Date;
  /** 0 up to 1; names the run's folder and spreads calls that are made again. */
  random: () => number;
  versions: Record<string, string>;
  concurrency: number;
  signal: AbortSignal;
  clock?: Clock;
  /** A line for whoever waits. */
  onNotice?(line: string): void;
  /** `paid` is null where no model was called that could cost anything. */
  onProgress(done: number, total: number, paid: Money | null): void;
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
  /** The ceiling that was reached. */
  stopped: "--max-cost" | "--max-calls" | null;
  /** Calls that were made. */
  calls: number;
  revision: { commit: string; dirty: boolean } | null;
  findings: Finding[];
  /** For replay: how requests that are not stored differ from stored ones, as lines to show. */
  misses: string[][];
}

/**
 * Runs a plan and journals every trial; goes on with an unfinished run of the same selection. The caller writes the
 * reports. Throws a UserError before anything is called or written where a model cannot be asked.
 */
export async function runPlan(given: Plan, selection: Selection, options: RunOptions): Promise<RunResult> {
  const { root, time = () => new Date() } = options;
  const [revision, plan] = await Promise.all([readRevision(root), skipTooLong(given)]);
  const store = openStore(options);
  const { todo, open } = prepareRun(plan, selection, options);
  const callers = await openCallers(plan, store, todo, options);
  const { models, budget } = callers;
  const { folder, known, findings } = open({
    ...{ suite: plan.suite, selection, seed: plan.seed, versions: options.versions, mode: store.mode },
    ...{ commit: revision?.commit ?? null, dirty: revision?.dirty ?? null, planned: plan.trials.length },
    corpusHash: plan.corpusHash,
    recipes: recipes(plan.trials),
    mustPass: mustPassOf(plan),
    ...(plan.whole === undefined ? {} : { whole: plan.whole }),
  });
  findings.push(...selfJudged(plan));
  const batches = openBatches(folder, options);

  // Whatever breaks on the way stops what has not begun; what is on its way is waited for and kept.
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const fail = (error: unknown) => broken.abort(error);
  const { clock = systemClock, random } = options;
  const scheduler = openScheduler(plan, callers, { clock, random, signal, findings });
  const executor = createBatchRuns(batches, scheduler, {
    ...{ connect: models.connectBatch, budget, clock, random, signal },
    ...{ now: () => time().toISOString(), onBroken: fail },
    onNotice: (line) => options.onNotice?.(line),
    onLost: (model, reason) => findings.push(runFinding("batch-lost", { model, reason }, {}, "warning")),
  });
  const misses: string[][] = [];
  const ask = createAsk({
    ...{ store, executor, settings: plan.models, redact: models.redact, run: folder.id },
    ...{ now: () => time().toISOString(), onBrokenStore: fail, onMiss: (lines) => misses.push(lines) },
    paid: new Set(known.map(({ requestKey }) => requestKey)),
  });
  const trials: KeptTrial[] = known.map(kept);
  let paid: Money | null = null;
  try {
    await executeTrials(todo, plan, {
      ...{ local: models.local, ask, concurrency: options.concurrency, signal },
      isStored: (trial) => isStored(store, plan, trial),
      onTrial(trial) {
        if (!journal(folder, trial, fail)) return;
        trials.push(kept(trial));
        for (const { costUsd } of [trial.spent, trial.grader].filter((spent) => spent !== undefined)) {
          paid = addMoney(paid ?? noMoney, costUsd);
        }
        options.onProgress(trials.length, plan.trials.length, paid);
      },
    });
    if (broken.signal.aborted) throw broken.signal.reason;
    const left = plan.trials.length - trials.length;
    const stopped = budget.reached();
    if (stopped !== null) findings.push(runFinding("limit-reached", { limit: stopped, left }));
    findings.push(...flagged(trials), ...brokenEntries(store));
    if (left === 0) folder.state(time().toISOString());
    return {
      ...{ id: folder.id, created: folder.created, folder, revision, findings, misses, stopped },
      trials: inPlanOrder(trials, plan.trials),
      planned: plan.trials.length,
      mustPass: mustPassOf(plan),
      interrupted: options.signal.aborted && left > 0,
      calls: executor.calls(),
    };
  } finally {
    folder.close();
  }
}

/** Whether the trial was written; a disk that refuses ends the run. */
function journal(folder: RunFolder, trial: Trial, fail: (error: unknown) => void): boolean {
  try {
    folder.append(trial);
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

function selfJudged({ grader, trials }: Plan): Finding[] {
  if (grader === null || !trials.some(({ answer }) => answer === grader.id)) return [];
  return [runFinding("grader-is-answer", { model: grader.id }, {}, "warning")];
}

/** In a long run the journal holds the rest; kept in memory it would grow with every trial. */
function kept({ assertions: _assertions, toolCalls: _calls, ...trial }: Trial): KeptTrial {
  return trial.status === "passed" || trial.status === "skipped" ? { ...trial, output: null } : trial;
}

function mustPassOf({ trials }: Plan): string[] {
  return [
    ...new Set(trials.filter((trial) => trial.case.policy === "must-pass").map((trial) => trial.case.id)),
  ];
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
  // Each key is made once: in a long run the sort would make millions of them.
  const ranked = trials.map((trial) => ({ trial, at: rank.get(keyOf(trial.case, trial, trial.repeat))! }));
  return ranked.toSorted((a, b) => a.at - b.at).map(({ trial }) => trial);
}

function keyOf(id: string, at: { variant: string; profile: string; model: string }, repeat: number): string {
  return [id, at.variant, at.profile, at.model, repeat].join("\0");
}
