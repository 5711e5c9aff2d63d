import type { Finding } from "../util/index.ts";
import { createAsk } from "./ask.ts";
import { executeTrials } from "./execute.ts";
import { lastRows, plannedId, trialId } from "./known-trials.ts";
import { runFinding } from "./messages.ts";
import { openCallers, openScheduler } from "./open-calls.ts";
import { brokenEntries, isStored, openStore } from "./open-store.ts";
import { type Pair, pairedStore, partnersOf } from "./paired-store.ts";
import { skipTooLong } from "./request-tokens.ts";
import { continueRunFolder, createRunFolder, findEarlierRun, type RunFolder } from "./run-folder.ts";
import type { RunOptions } from "./run-plan.ts";
import type { Plan, PlannedTrial, Trial } from "./types.ts";

export interface RoundsOptions extends Omit<RunOptions, "retryUnmeasured" | "batch"> {
  /** Trials that are done, out of those that were asked for so far. */
  onProgress(done: number, asked: number): void;
}

/** A run whose trials are asked for bit by bit, by somebody who looks at the outcomes in between. */
export interface Rounds {
  folder: RunFolder;
  /** All trials that could be asked for; those whose request is too long for their model are skipped ones now. */
  plan: Plan;
  findings: Finding[];
  misses: string[][];
  /** Runs trials in this order, as far as they are not known; gives what is known of them then, by trial. */
  run(trials: readonly PlannedTrial[]): Promise<Map<PlannedTrial, Trial>>;
  /** Whether a trial needs no call. */
  isStored(trial: PlannedTrial): boolean;
  /** Which ceiling was reached. */
  stopped(): "--max-cost" | "--max-calls" | null;
  interrupted(): boolean;
  calls(): number;
  /** All rows of the run in the plan's order, those of an earlier part of it included. */
  rows(): Trial[];
  /** Nothing more is asked for; to be called whatever happens. A run that is not finished is gone on with by the next of the same selection. */
  close(finished: boolean): void;
}

/**
 * Opens a run of which only some of the plan's trials will be needed, and goes on with an unfinished one of the same
 * selection. `pairs` are trials whose answers are compared with each other: see {@link pairedStore}. Throws a UserError
 * before anything is called or written where a model cannot be asked.
 */
export async function openRounds(
  given: Plan,
  pairs: readonly Pair[],
  selection: object,
  facts: object,
  options: RoundsOptions,
): Promise<Rounds> {
  const { root, time = () => new Date(), fresh = false } = options;
  const plan = await skipTooLong(given);
  let folder: RunFolder | undefined;
  const partners = partnersOf(
    pairs.map(([a, b]) => [plan.trials[a]!, plan.trials[b]!] as const),
    plan.models,
  );
  const store = pairedStore(openStore(options), partners, () => folder?.id);
  const found = fresh ? undefined : findEarlierRun(root, selection, options.versions["strata"] ?? "");
  const earlier = found === undefined || found.finished ? undefined : found;
  const known = earlier === undefined ? new Map<string, Trial>() : lastRows(earlier.read());
  const isKnown = (trial: PlannedTrial) =>
    (known.get(plannedId(trial))?.status ?? "unmeasured") !== "unmeasured";
  const open = plan.trials.filter((trial) => !isKnown(trial));
  const callers = await openCallers(plan, store, open, options);
  const { models, budget } = callers;
  const findings: Finding[] = [];
  const all = { selection, versions: options.versions, mode: store.mode, seed: plan.seed, ...facts };
  if (earlier === undefined) folder = createRunFolder(root, options.now, options.random, all);
  else {
    const continued = continueRunFolder(earlier, options.now, all);
    folder = continued.folder;
    const args = { run: folder.id, known: known.size, planned: plan.trials.length };
    findings.push(runFinding("continued", args, {}, "info"));
    if (continued.torn) findings.push(runFinding("torn-journal", { run: folder.id }, {}, "warning"));
  }
  const own = folder;

  // Whatever breaks on the way stops what has not begun; what is on its way is waited for and kept.
  const broken = new AbortController();
  const signal = AbortSignal.any([options.signal, broken.signal]);
  const fail = (error: unknown) => broken.abort(error);
  const { clock, random } = options;
  const scheduler = openScheduler(plan, callers, { clock, random, signal, findings });
  const misses: string[][] = [];
  const ask = createAsk({
    ...{ store, executor: scheduler, settings: plan.models, redact: models.redact, run: own.id },
    ...{ now: () => time().toISOString(), onBrokenStore: fail, onMiss: (lines) => misses.push(lines) },
    paid: new Set([...known.values()].map(({ requestKey }) => requestKey)),
  });
  // What could not be measured before it was interrupted may have more luck now.
  const rows = new Map([...known].filter(([, row]) => row.status !== "unmeasured"));
  let wanted = rows.size;

  async function run(trials: readonly PlannedTrial[]): Promise<Map<PlannedTrial, Trial>> {
    const todo = trials.filter((trial) => !rows.has(plannedId(trial)));
    wanted += todo.length;
    await executeTrials(todo, plan, {
      ...{ local: models.local, ask, concurrency: options.concurrency, signal },
      isStored: (trial) => isStored(store, plan, trial),
      onTrial(trial) {
        try {
          own.append(trial);
        } catch (error) {
          return fail(error);
        }
        rows.set(trialId(trial), trial);
        options.onProgress(rows.size, wanted);
      },
    });
    if (broken.signal.aborted) throw broken.signal.reason;
    return new Map(
      trials.flatMap((trial) => {
        const row = rows.get(plannedId(trial));
        return row === undefined ? [] : [[trial, row] as const];
      }),
    );
  }

  return {
    ...{ folder: own, plan, findings, misses, run },
    isStored: (trial) => isStored(store, plan, trial),
    stopped: () => budget.reached(),
    interrupted: () => options.signal.aborted,
    calls: () => scheduler.calls(),
    rows: () => plan.trials.flatMap((trial) => rows.get(plannedId(trial)) ?? []),
    close(finished) {
      findings.push(...brokenEntries(store));
      if (finished) own.state(time().toISOString());
      own.close();
    },
  };
}
