import { openRounds, type Rounds, type RoundsOptions, type RunFolder, type Trial } from "../../run/index.ts";
import { makeResult } from "./make-result.ts";
import type { AffectedUnit } from "./pair-sides.ts";
import type { SidePlans } from "./plan-sides.ts";
import { pairsOf, planPairs, prepareAb } from "./prepare-ab.ts";
import { runExact } from "./run-exact.ts";
import { runSampled, type SampledUnit } from "./run-sampled.ts";
import { readBaseline } from "./stored-baseline.ts";
import type { AbHashes, AbOptions, AbResult, AbVersions } from "./types.ts";

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
  const prepared = prepareAb(versions, options);
  const { plans, sides, hashes, sampled, exact, selection } = prepared;
  const { rules } = options;
  const wanted = options.baseline !== undefined && sampled.length > 0;
  const baseline = wanted ? readBaseline(options.baseline!, prepared, rules, deps.now) : undefined;
  const quarantined = options.quarantined ?? new Map<string, string>();
  const { plan, pairs } = planPairs(plans, pairsOf(exact, sampled));
  const rounds = await openRounds(plan, pairs, selection, factsOf(versions, plans, hashes), deps);
  let finished = false;
  try {
    const units = asPlanned(rounds, exact, sampled);
    const own = deps.mode === "replay" ? frozen(rounds, units) : units;
    const exactRuns = own.exact.length === 0 ? null : await runExact(rounds, own.exact, quarantined);
    const tried = own.sampled.filter((unit) => !quarantined.has(unit.case));
    const given = { rules, seed: plan.seed, baseline };
    const sampledRuns = tried.length === 0 ? null : await runSampled(rounds, tried, given);
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
