import {
  compareText,
  type Finding,
  type Sha256,
  sha256,
  shortHash,
  stableJson,
  UserError,
} from "../../util/index.ts";
import { lastRows } from "../known-trials.ts";
import { runFinding } from "../messages.ts";
import type { Trial } from "../types.ts";
import type { RunFacts, StoredRun } from "./find-runs.ts";

/** Several runs as the one that a single machine would have made. */
export interface MergedRun {
  facts: RunFacts;
  trials: Trial[];
  /** How many trials the whole plan has. */
  planned: number;
  /** Shards that are not there. */
  findings: Finding[];
}

/**
 * Joins runs of one version. Throws a UserError where they are not of one version, or where they have a trial in
 * common that ended differently: neither of the two can be taken for the trial.
 */
export function mergeRuns(runs: readonly StoredRun[]): MergedRun {
  const problems = differences(runs);
  if (problems.length > 0) throw new UserError(problems);
  const trials = inOrder(join(runs));
  const { whole, id, finished, suite, seed, commit, dirty, versions } = runs[0]!.facts;
  const planned = whole?.planned ?? trials.length;
  // Only what holds of all of them: a merged run is of no selection that could be gone on with.
  const facts: RunFacts = {
    ...{ id, finished, suite, seed, commit, dirty, versions },
    created: runs.map((run) => run.facts.created).toSorted()[0]!,
    planned,
    corpusHash: corpusHashOf(runs),
    recipes: Object.assign({}, ...runs.map((run) => run.facts.recipes)) as Record<string, string>,
    mustPass: [...new Set(runs.flatMap((run) => run.facts.mustPass))],
  };
  return { facts, trials, planned, findings: missingShards(runs, planned - trials.length) };
}

/** Shards have the hash of the whole corpus; of runs with cases of their own it is one of all their hashes. */
function corpusHashOf(runs: readonly StoredRun[]): Sha256 {
  const [first, ...others] = [...new Set(runs.map(({ facts }) => facts.corpusHash))].toSorted(compareText);
  return others.length === 0 ? first! : sha256(stableJson([first, ...others]));
}

/** What must be the same in all runs, in words. */
const sameness: Record<string, (facts: RunFacts) => string> = {
  suite: ({ suite }) => suite,
  revision: ({ commit, dirty }) =>
    commit === null ? "none" : `${commit.slice(0, 12)}${dirty ? " with edits" : ""}`,
  versions: ({ versions }) =>
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .toSorted()
      .join(" and "),
  seed: ({ seed }) => String(seed),
  plan: ({ whole }) =>
    whole === undefined ? "no shards" : `${whole.of} shards of ${shortHash(whole.planHash)}`,
};

function differences(runs: readonly StoredRun[]): Finding[] {
  const findings: Finding[] = [];
  for (const [what, say] of Object.entries(sameness)) {
    const values = runs.map(({ facts }) => say(facts));
    if (new Set(values).size === 1) continue;
    findings.push(runFinding("not-one-run", { what, runs: runs.map(({ facts }) => facts.id), values }));
  }
  const recipes = new Map<string, { run: string; hash: string }>();
  for (const { facts } of runs) {
    for (const [name, hash] of Object.entries(facts.recipes)) {
      const before = recipes.get(name);
      recipes.set(name, { run: facts.id, hash });
      if (before === undefined || before.hash === hash) continue;
      const of = [before.run, facts.id];
      findings.push(runFinding("trials-differ", { trial: name, runs: of, what: "prompt" }));
    }
  }
  return findings;
}

function join(runs: readonly StoredRun[]): Trial[] {
  const joined = new Map<string, { trial: Trial; run: string }>();
  const findings: Finding[] = [];
  for (const { facts, trials } of runs) {
    for (const trial of lastRows(trials).values()) {
      const place = placeOf(trial);
      const before = joined.get(place);
      const what = before === undefined ? undefined : difference(before.trial, trial);
      if (what !== undefined) {
        const args = { trial: place.split("\0").join(" "), runs: [before!.run, facts.id], what };
        findings.push(runFinding("trials-differ", args));
      }
      if (before === undefined) joined.set(place, { trial, run: facts.id });
    }
  }
  if (findings.length > 0) throw new UserError(findings);
  return [...joined.values()].map(({ trial }) => trial);
}

/** Where a trial stands, whatever it asked and however it ended. */
function placeOf({ case: id, stack, variant, profile, model, answer, repeat, side }: Trial): string {
  return [
    id,
    stack,
    variant,
    profile,
    model,
    answer ?? "",
    `#${repeat}`,
    ...(side === undefined ? [] : [side]),
  ].join("\0");
}

function difference(a: Trial, b: Trial): string | undefined {
  if (a.requestKey !== b.requestKey || a.hash !== b.hash) return "request";
  if (a.gradeKey !== b.gradeKey) return "grading";
  if (a.output !== b.output) return "answer";
  return a.status === b.status && stableJson(a.assertions) === stableJson(b.assertions)
    ? undefined
    : "verdict";
}

/** Shards know where in the whole plan their trials stand; other runs follow one another. */
function inOrder(trials: readonly Trial[]): Trial[] {
  const sorted = trials.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return sorted.map(({ position: _position, ...trial }) => trial);
}

function missingShards(runs: readonly StoredRun[], left: number): Finding[] {
  const { whole } = runs[0]!.facts;
  if (whole === undefined) return [];
  const there = new Set(runs.map(({ facts }) => facts.whole!.index));
  const missing = Array.from({ length: whole.of }, (_, i) => i + 1).filter((index) => !there.has(index));
  if (missing.length === 0 && left === 0) return [];
  const named = missing.map((index) => `${index}/${whole.of}`);
  return [runFinding("shard-missing", { missing: named, left }, {}, "warning")];
}
