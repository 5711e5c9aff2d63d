import path from "node:path";
import type { Plan, PlannedTrial, Selection } from "../../run/index.ts";
import { sha256, stableJson } from "../../util/index.ts";
import { unitKey } from "../strata.ts";
import { type AffectedUnit, pairSides, type PairedSides } from "./pair-sides.ts";
import { planSides, type SidePlans } from "./plan-sides.ts";
import { runsPerSide, type SampledUnit } from "./run-sampled.ts";
import type { AbHashes, AbOptions, AbVersions } from "./types.ts";
import { combinationOf } from "./units.ts";

/** A comparison before its first call. */
export interface PreparedAb {
  plans: SidePlans;
  sides: PairedSides;
  hashes: AbHashes;
  /** Of the affected units, those whose answers never vary. */
  exact: AffectedUnit[];
  /** The others, with all the runs that they may need. */
  sampled: SampledUnit[];
  /** By which an unfinished run of the same comparison is found. */
  selection: Selection & { command: "ab"; config: string };
}

/** Pairs two versions and plans every run that they may need. Throws a UserError where it cannot be done. */
export function prepareAb(versions: AbVersions, options: AbOptions): PreparedAb {
  const plans = planSides(versions, options.selection, 1);
  const sides = pairSides(plans, versions, options);
  const hashes = hashesOf(plans, sides, options);
  return {
    ...{ plans, sides, hashes, sampled: withRuns(sides.affected, versions, options) },
    exact: sides.affected.filter(({ mode }) => mode === "exact"),
    selection: { command: "ab", ...options.selection, config: hashes.config },
  };
}

export type TrialPair = readonly [a: PlannedTrial, b: PlannedTrial];

/** Every trial of one side with the one of the other that it is compared with. */
export function pairsOf(exact: readonly AffectedUnit[], sampled: readonly SampledUnit[]): TrialPair[] {
  return [
    ...exact.map(({ trials: { a, b } }): TrialPair => [a, b]),
    ...sampled.flatMap(({ runs: { a, b } }) => a.map((trial, i): TrialPair => [trial, b[i]!])),
  ];
}

/** One plan of both sides, A and B of a pair next to each other, and which of its trials are the pairs. */
export function planPairs(
  { a, b }: SidePlans,
  pairs: readonly TrialPair[],
): { plan: Plan; pairs: [a: number, b: number][] } {
  return {
    plan: { ...b, grader: b.grader ?? a.grader, trials: pairs.flat() },
    pairs: pairs.map((_, i) => [2 * i, 2 * i + 1]),
  };
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

function hashesOf(
  plans: SidePlans,
  sides: PairedSides,
  { selection, rules, selfCheck, baseline }: AbOptions,
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
  const stored = baseline === undefined ? undefined : path.basename(baseline);
  const seed = plans.b.seed;
  const config = hashOf({ corpus, graders, selection, rules, seed, subjects, selfCheck, stored });
  return { corpus, graders, config };
}
