import { readFileSync } from "node:fs";
import path from "node:path";
import { type PlannedTrial, readJournal, type Trial } from "../../run/index.ts";
import { type Finding, UserError } from "../../util/index.ts";
import { type BaselineMaking, checkBaseline, fewestRuns } from "../baseline.ts";
import { compareFinding } from "../messages.ts";
import { type Rules, schedule } from "../rules.ts";
import { countCases } from "../strata.ts";
import type { PreparedAb } from "./prepare-ab.ts";
import { outcomeOf } from "./run-exact.ts";
import type { SampledUnit } from "./run-sampled.ts";

/** Runs of A in a stored comparison, which stand in for fresh ones. */
export interface StoredBaseline {
  run: string;
  /** The stored run that is the same as this one: same request, repeat and assertions. */
  find(trial: PlannedTrial): Trial | undefined;
}

interface Facts {
  kind?: unknown;
  id: string;
  created: string;
  corpusHash: string;
  gradersHash: string;
}

/**
 * Opens the folder of a stored comparison, one side of which has A's prompts. Throws a UserError that names every reason
 * why its runs must not stand in for fresh ones.
 */
export function readBaseline(dir: string, prepared: PreparedAb, rules: Rules, now: Date): StoredBaseline {
  const { sampled, plans, hashes } = prepared;
  const facts = readFacts(dir);
  const { rows } = readJournal(path.join(dir, "trials.jsonl"));
  const trials = sampled.map((unit) => unit.trials.a);
  const prompts = promptsOf(trials.map(({ assembly }) => assembly));
  const sides = (["a", "b"] as const).map((side) => rows.filter((row) => row.side === side));
  const own = sides.find((side) => isPart(prompts, promptsOf(side))) ?? sides[0]!;
  const models = new Set(trials.flatMap(({ answer }) => answer ?? []));
  const asked = new Set(own.flatMap(({ answer }) => answer ?? []));
  const making = (changes: Partial<BaselineMaking>): BaselineMaking => ({
    ...{ prompts: "", corpus: hashes.corpus, graders: hashes.graders, model: [...models].join(", ") },
    ...{ modelPinned: [...models].every((id) => plans.b.models.get(id)?.pinned === true) },
    ...{ madeAt: now.getTime(), ...changes },
  });
  const stored = making({
    ...{ prompts: isPart(prompts, promptsOf(own)) ? "" : "others", madeAt: Date.parse(facts.created) },
    ...{ corpus: facts.corpusHash, graders: facts.gradersHash },
    ...([...models].every((id) => asked.has(id)) ? {} : { model: [...asked].join(", ") }),
  });
  // An answer that came from a store is older than its run, nobody knows how much.
  const made = own.filter(({ spent }) => spent?.cached !== true);
  const kept = new Map(made.map((row) => [keyOf({ ...row, id: row.case }), row]));
  const find = ({ assembly, case: { id }, ...trial }: PlannedTrial) =>
    kept.get(keyOf({ ...assembly, ...trial, id }));
  const findings = [
    ...checkBaseline(stored, making({}), rules.looks),
    ...lackOf(sampled, find, rules),
    ...(countCases(sampled) < rules.fewCases ? [compareFinding("baseline-few", {})] : []),
  ];
  if (findings.length > 0) throw new UserError(findings, 3);
  return { run: facts.id, find };
}

function readFacts(dir: string): Facts {
  let facts: Facts | undefined;
  try {
    facts = JSON.parse(readFileSync(path.join(dir, "run.json"), "utf8")) as Facts;
  } catch {
    // A folder without facts is no run.
  }
  if (facts?.kind !== "ab" || Number.isNaN(Date.parse(facts.created)))
    throw new UserError([compareFinding("baseline-none", { dir })]);
  return facts;
}

interface Recipe {
  stack: string;
  variant: string;
  profile: string;
  recipeHash: string;
}

function promptsOf(recipes: readonly Recipe[]): Set<string> {
  return new Set(recipes.map((one) => JSON.stringify([one.stack, one.variant, one.profile, one.recipeHash])));
}

function isPart(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((one) => whole.has(one));
}

function keyOf(
  trial: Pick<Trial, "requestKey" | "gradeKey" | "stack" | "variant" | "profile" | "model" | "hash"> & {
    id: string;
  },
): string {
  const { requestKey, gradeKey, id, stack, variant, profile, model, hash } = trial;
  return JSON.stringify([requestKey, gradeKey, id, stack, variant, profile, model, hash]);
}

function lackOf(units: readonly SampledUnit[], find: StoredBaseline["find"], rules: Rules): Finding[] {
  const { lastLook } = schedule(rules);
  const lacking = units.filter(({ runs }) => {
    const rows = runs.a.slice(0, lastLook).flatMap((trial) => find(trial) ?? []);
    return rows.filter((row) => outcomeOf(row) !== null).length < fewestRuns;
  });
  return lacking.length === 0
    ? []
    : [compareFinding("baseline-lacks", { units: lacking.length, of: units.length })];
}
