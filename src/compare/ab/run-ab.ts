import {
  openRounds,
  type Plan,
  type PlannedTrial,
  type Rounds,
  type RoundsOptions,
  type RunFolder,
  type Trial,
} from "../../run/index.ts";
import { sha256, stableJson } from "../../util/index.ts";
import { unitKey } from "../strata.ts";
import { makeResult } from "./make-result.ts";
import { type AffectedUnit, pairSides, type PairedSides } from "./pair-sides.ts";
import { planSides, type SidePlans } from "./plan-sides.ts";
import { runExact } from "./run-exact.ts";
import { runSampled, runsPerSide, type SampledUnit } from "./run-sampled.ts";
import type { AbHashes, AbOptions, AbResult, AbVersions } from "./types.ts";
import { combinationOf } from "./units.ts";

/** What a comparison needs from outside. */
export type AbDeps = RoundsOptions;

/** A finished or interrupted comparison; the caller writes the reports into the folder. */
export interface AbRun {
  result: AbResult;
  folder: RunFolder;
  /** Of every trial, as they were planned. */
  rows: Trial[];
  /** For replay: how requests that are not stored differ from stored ones, as lines to show. */
  misses: string[][];
}

/**
 * Compares two versions on one corpus and journals every trial; goes on with an unfinished comparison of the same.
 * Deterministic answers are judged exactly, sampled ones by the rules, and the two are never pooled. Throws a UserError
 * before anything is called where it cannot be done.
 */
export async function runAb(versions: AbVersions, options: AbOptions, deps: AbDeps): Promise<AbRun> {
  const plans = planSides(versions, options.selection, 1);
  const sides = pairSides(plans, versions, options);
  const hashes = hashesOf(plans, sides, options);
  const quarantined = options.quarantined ?? new Map<string, string>();
  const sampled = withRuns(sides.affected, versions, options);
  const exact = sides.affected.filter(({ mode }) => mode === "exact");
  const { plan, pairs } = planOf(plans, exact, sampled);
  const selection = { command: "ab", ...options.selection, config: hashes.config };
  const rounds = await openRounds(plan, pairs, selection, factsOf(versions, plans, hashes), deps);
  let finished = false;
  try {
    const units = asPlanned(rounds, exact, sampled);
    const own = deps.mode === "replay" ? frozen(rounds, units) : units;
    const exactRuns = own.exact.length === 0 ? null : await runExact(rounds, own.exact, quarantined);
    const tried = own.sampled.filter((unit) => !quarantined.has(unit.case));
    const sampledRuns = tried.length === 0 ? null : await runSampled(rounds, tried, options.rules, plan.seed);
    finished = rounds.stopped() === null && !rounds.interrupted();
    const affected = [...own.exact, ...own.sampled];
    const result = makeResult({
      ...{ versions, options, plans, hashes, rounds, sides: { ...sides, affected } },
      ...{ exact: exactRuns, sampled: sampledRuns, sampledUnits: tried },
    });
    return { result, folder: rounds.folder, rows: rounds.rows(), misses: rounds.misses };
  } finally {
    rounds.close(finished);
  }
}

/** Sampled units with all the runs that they may need. */
function withRuns(
  affected: readonly AffectedUnit[],
  versions: AbVersions,
  options: AbOptions,
): SampledUnit[] {
  const sampled = affected.filter(({ mode }) => mode === "sampled");
  if (sampled.length === 0) return [];
  const count = runsPerSide(options.rules);
  const first = { a: 0, b: 0 };
  if (options.selfCheck !== undefined) {
    first.a = options.selfCheck * 2 * count;
    first.b = first.a + count;
  }
  const cases = [...new Set(sampled.map((unit) => unit.case))];
  const plans = planSides(versions, { ...options.selection, cases }, first.b + count);
  const byUnit = (side: "a" | "b") =>
    Map.groupBy(
      plans[side].trials.filter(({ repeat }) => repeat > first[side] && repeat <= first[side] + count),
      (trial) => unitKey({ case: trial.case.id, combination: combinationOf(trial, versions) }),
    );
  const runs = { a: byUnit("a"), b: byUnit("b") };
  return sampled.map((unit) => ({
    ...unit,
    runs: { a: runs.a.get(unitKey(unit))!, b: runs.b.get(unitKey(unit))! },
  }));
}

/** One plan of both sides, and which of its trials are compared with each other. */
function planOf(plans: SidePlans, exact: readonly AffectedUnit[], sampled: readonly SampledUnit[]) {
  const trials: PlannedTrial[] = [];
  const pairs: [number, number][] = [];
  const add = (a: PlannedTrial, b: PlannedTrial) => pairs.push([trials.push(a) - 1, trials.push(b) - 1]);
  for (const unit of exact) add(unit.trials.a, unit.trials.b);
  for (const { runs } of sampled) runs.a.forEach((trial, i) => add(trial, runs.b[i]!));
  const plan: Plan = { ...plans.b, grader: plans.b.grader ?? plans.a.grader, trials };
  return { plan, pairs };
}

/** The units with the trials of the rounds' own plan, which may know more of them. */
function asPlanned(rounds: Rounds, exact: readonly AffectedUnit[], sampled: readonly SampledUnit[]) {
  const { trials } = rounds.plan;
  let at = 0;
  const next = () => trials[at++]!;
  const own = exact.map((unit) => ({ ...unit, trials: { a: next(), b: next() } }));
  return {
    exact: own,
    sampled: sampled.map((unit): SampledUnit => {
      const runs: SampledUnit["runs"] = { a: [], b: [] };
      for (let i = 0; i < unit.runs.a.length; i++) {
        runs.a.push(next());
        runs.b.push(next());
      }
      return { ...unit, runs, trials: { a: runs.a[0]!, b: runs.b[0]! } };
    }),
  };
}

/** Of which one answer a side is recorded at most: there is nothing to sample. */
function frozen(rounds: Rounds, units: { exact: AffectedUnit[]; sampled: SampledUnit[] }) {
  const isFrozen = ({ runs }: SampledUnit) =>
    ![...runs.a.slice(1), ...runs.b.slice(1)].some((trial) => rounds.isStored(trial));
  const single = units.sampled.filter(isFrozen).map((unit): AffectedUnit => ({ ...unit, mode: "exact" }));
  return {
    exact: [...units.exact, ...single],
    sampled: units.sampled.filter((unit) => !isFrozen(unit)),
  };
}

function hashesOf(
  plans: SidePlans,
  sides: PairedSides,
  { selection, rules, selfCheck }: AbOptions,
): AbHashes {
  const hashOf = (value: object) => sha256(stableJson(value));
  const cases = [...sides.cases].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const corpus = hashOf(cases.map(([id, { hash }]) => [id, hash]));
  const { grader, allow } = plans.b;
  const graders = hashOf({ grader, allow, assert: cases.map(([id, { trial }]) => [id, trial.case.assert]) });
  const subjects = sides.affected.map(({ trials: { a, b } }) => [
    a.requestKey,
    b.requestKey,
    a.gradeKey,
    b.gradeKey,
  ]);
  const config = hashOf({ corpus, graders, selection, rules, seed: plans.b.seed, subjects, selfCheck });
  return { corpus, graders, config };
}

function factsOf(versions: AbVersions, plans: SidePlans, hashes: AbHashes): object {
  const side = ({ name, ref, commit, variant, replaced }: AbVersions["a"]) => ({
    name,
    ref,
    commit,
    variant,
    replaced,
  });
  return {
    ...{ kind: "ab", suite: plans.b.suite, a: side(versions.a), b: side(versions.b) },
    ...{ corpusRef: versions.corpusRef, corpusHash: hashes.corpus, gradersHash: hashes.graders },
  };
}
