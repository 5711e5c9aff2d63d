import type { Plan, Rounds, Trial } from "../../run/index.ts";
import { compareText, type Finding } from "../../util/index.ts";
import { combineVerdicts } from "../combine-verdicts.ts";
import { compareFinding } from "../messages.ts";
import type { UnitId } from "../pair-units.ts";
import type { Unmeasured, Verdict } from "../types.ts";
import { combinationsOf } from "./combinations.ts";
import { exactCases, sampledCases } from "./list-cases.ts";
import { abFinding } from "./messages.ts";
import { countUnits, type PairedSides } from "./pair-sides.ts";
import type { SidePlans } from "./plan-sides.ts";
import type { ExactRuns } from "./run-exact.ts";
import type { SampledRuns, SampledUnit } from "./run-sampled.ts";
import type {
  AbCase,
  AbHashes,
  AbOptions,
  AbResult,
  AbSide,
  AbStop,
  AbVersion,
  AbVersions,
} from "./types.ts";
import { describeAb } from "./words.ts";

/** Everything that a comparison has come to. */
export interface Outcome {
  versions: AbVersions;
  options: AbOptions;
  plans: SidePlans;
  hashes: AbHashes;
  rounds: Rounds;
  /** `affected` as it was judged. */
  sides: PairedSides;
  exact: ExactRuns | null;
  sampled: SampledRuns | null;
  sampledUnits: readonly SampledUnit[];
}

const nothing = { lost: [], gained: [] };

/** The whole comparison as plain data, with its words. */
export function makeResult(outcome: Outcome): AbResult {
  const { versions, options, plans, hashes, rounds, sides, exact, sampled, sampledUnits } = outcome;
  const { quarantined = new Map<string, string>() } = options;
  const rules = sampled?.rules ?? options.rules;
  const list = (units: ExactRuns["result"]["lost"] = []): AbCase[] =>
    exact === null ? [] : exactCases(units, exact.runs, quarantined);
  const fromSamples = sampled === null ? nothing : sampledCases(sampled, sampledUnits, rules);
  const gained = [...list(exact?.result.gained), ...fromSamples.gained];
  const stopped = stopOf(rounds);
  const identical = isIdentical(versions) && options.selfCheck === undefined;
  const verdict = verdictOf(outcome);
  const sampledAll = sides.all.filter(({ mode }) => mode === "sampled").map(({ unit }) => unit);
  const usd = costOf(rounds.rows());
  const paid = rounds.rows().filter(({ spent }) => (spent?.costUsd ?? 0) > 0);
  const result: Omit<AbResult, "words"> = {
    ...{ id: rounds.folder.id, created: rounds.folder.created },
    ...{ a: sideOf(versions.a, plans.a), b: sideOf(versions.b, plans.b) },
    ...{ suite: plans.b.suite, seed: plans.b.seed, rules, verdict, identical, hashes, stopped },
    exitCode: exitCodeOf(verdict, stopped),
    cases: Object.fromEntries(
      [...sides.cases].map(([id, { trial, hash }]) => [id, { hash, assertions: trial.case.assert.length }]),
    ),
    corpus: countUnits(sides.all.map(({ unit }) => unit)),
    affected: countUnits(sides.affected),
    notCompared: notCompared(sides, versions),
    combinations: combinationsOf(sides, { exact, sampled, gained }, versions),
    lost: [...list(exact?.result.lost), ...fromSamples.lost],
    harderToFind: list(exact?.result.harderToFind),
    gained,
    maybeLost: list(exact?.result.maybeLost),
    quarantined: [...quarantined]
      .filter(([id]) => sides.affected.some((unit) => unit.case === id))
      .map(([id, reason]) => ({ case: id, reason })),
    skipped: skippedOf(sides),
    unmeasured: unmeasuredOf(exact, sampled),
    mustPassUnmeasured: mustPassOf(sides, exact, sampled),
    units: {
      exact: exact?.runs.map(({ outcome: unit }) => unit) ?? [],
      looks: [...(sampled?.state.units ?? [])],
      confirmation: [...(sampled?.state.confirmation ?? [])],
    },
    baseline: sampled?.baseline,
    sampled: sampled?.comparison ?? null,
    smallestDrop: sampled?.comparison.smallestDrop ?? null,
    cost: { calls: rounds.calls(), usd, runsSaved: sampled?.comparison.runs.saved ?? 0 },
    findings: [
      ...[...versions.findings, ...findingsOf(sides, versions), ...rounds.findings],
      ...(sampled?.baseline?.dropped === true
        ? [compareFinding("baseline-drifted", { run: sampled.baseline.run }, {}, "warning")]
        : []),
    ],
  };
  const words = describeAb({
    ...{ ...result, exact: exact?.result ?? null, sampledCorpus: countUnits(sampledAll) },
    costPerCall: usd === null || paid.length === 0 ? undefined : usd / paid.length,
  });
  return { ...result, words };
}

/** A loss counts whatever else could not be told; where nothing was comparable or measured, nothing is told. */
function verdictOf({ exact, sampled, sides }: Outcome): Verdict {
  const parts = [exact?.result.verdict, sampled?.comparison.verdict].filter((part) => part !== undefined);
  const untold = sides.skipped.length > 0 || sides.all.length === 0;
  return parts.length === 0 && untold ? "inconclusive" : combineVerdicts(parts);
}

function stopOf(rounds: Rounds): AbStop | null {
  if (rounds.interrupted()) return "interrupted";
  return rounds.stopped();
}

function exitCodeOf(verdict: Verdict, stopped: AbStop | null): AbResult["exitCode"] {
  if (stopped === "interrupted") return 130;
  if (verdict === "regressed") return 1;
  return verdict === "inconclusive" || stopped !== null ? 3 : 0;
}

export function isIdentical({ a, b }: AbVersions): boolean {
  const same = a.commit === null || b.commit === null ? a.ref === b.ref : a.commit === b.commit;
  return same && a.variant === b.variant && b.replaced.length === 0;
}

function sideOf({ project: _, ...version }: AbVersion, { trials }: Plan): AbSide {
  const recipes = trials.map(({ assembly }) => {
    const { stack, variant, profile, recipeHash } = assembly;
    return [`${stack}@${variant}/${profile}`, recipeHash] as const;
  });
  return { ...version, recipes: Object.fromEntries(recipes) };
}

function notCompared({ pairing }: PairedSides, { stacks }: AbVersions): AbResult["notCompared"] {
  const { onlyA, onlyB, changed } = pairing;
  return { onlyA, onlyB, changed, stacks };
}

function findingsOf({ pairing }: PairedSides, { a, b }: AbVersions): Finding[] {
  const say = (units: readonly UnitId[], has: AbVersion, lacks: AbVersion): Finding[] => {
    if (units.length === 0) return [];
    const combinations = [...new Set(units.map((unit) => unit.combination))];
    const args = { units: units.length, has: has.name, lacks: lacks.name, combinations };
    return [abFinding("not-compared", args, {}, "warning")];
  };
  const changed = [...new Set(pairing.changed.map((unit) => unit.case))];
  return [
    ...say(pairing.onlyA, a, b),
    ...say(pairing.onlyB, b, a),
    ...(changed.length > 0 ? [abFinding("case-changed", { cases: changed }, {}, "warning")] : []),
  ];
}

export function skippedOf({ skipped }: PairedSides): AbResult["skipped"] {
  const groups = Map.groupBy(skipped, ({ trials }) => trials.b.skip ?? trials.a.skip!);
  return [...groups].map(([reason, units]) => ({ reason, units: units.length }));
}

function unmeasuredOf(exact: ExactRuns | null, sampled: SampledRuns | null): Unmeasured {
  const { unmeasured = { a: 0, b: 0, attemptsA: 0, attemptsB: 0 } } = sampled?.comparison ?? {};
  if (exact === null) return unmeasured;
  const { result } = exact;
  return {
    ...{ a: unmeasured.a + result.unmeasured.a, b: unmeasured.b + result.unmeasured.b },
    attemptsA: unmeasured.attemptsA + result.units,
    attemptsB: unmeasured.attemptsB + result.units,
  };
}

function mustPassOf(
  { skipped }: PairedSides,
  exact: ExactRuns | null,
  sampled: SampledRuns | null,
): string[] {
  const unmeasured = exact?.runs.filter(({ outcome: { a, b } }) => a === null || b === null) ?? [];
  const units = [...skipped, ...unmeasured.map(({ outcome }) => outcome)];
  const ids = units.filter(({ policy }) => policy === "must-pass").map((unit) => unit.case);
  return [...new Set([...ids, ...(sampled?.comparison.mustPassUnmeasured ?? [])])].toSorted(compareText);
}

/** null where a price of a call is not known. */
function costOf(rows: readonly Trial[]): number | null {
  let sum = 0;
  for (const { spent, grader } of rows) {
    for (const part of [spent, grader]) {
      if (part === undefined) continue;
      if (part.costUsd === null) return null;
      sum += part.costUsd;
    }
  }
  return sum;
}
