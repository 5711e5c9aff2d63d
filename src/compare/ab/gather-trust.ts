import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { readJournal, type Trial } from "../../run/index.ts";
import { type Finding, UserError } from "../../util/index.ts";
import type { TrustTrial } from "../trust.ts";
import { abFinding } from "./messages.ts";
import { outcomeOf } from "./run-exact.ts";

/** The trials of stored runs, oldest run first. */
export interface Gathered {
  trials: TrustTrial[];
  /** Ids. */
  runs: string[];
  findings: Finding[];
}

/** Reads the journals of runs: of folders that are a run's own, or hold runs. Throws a UserError for one that is neither. */
export function gatherTrust(folders: readonly string[]): Gathered {
  const missing = folders.filter((folder) => runsIn(folder).length === 0);
  if (missing.length > 0) throw new UserError(missing.map((folder) => abFinding("no-runs", { folder })));
  // Names begin with the moment at which a run was made.
  const dirs = [...new Set(folders.flatMap(runsIn))].toSorted((a, b) =>
    path.basename(a) < path.basename(b) ? -1 : 1,
  );
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const trials = dirs.flatMap((dir) => {
    const { rows, broken } = readJournal(path.join(dir, journal));
    if (broken > 0) findings.push(abFinding("journal-broken", { lines: broken }, { file: dir }, "warning"));
    return rows.filter((row) => isNews(row, seen)).map(trustTrial);
  });
  return { trials, runs: dirs.map((dir) => path.basename(dir)), findings };
}

const journal = "trials.jsonl";

function runsIn(folder: string): string[] {
  if (existsSync(path.join(folder, journal))) return [folder];
  if (!existsSync(folder)) return [];
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return below
    .map(({ name }) => path.join(folder, name))
    .filter((dir) => existsSync(path.join(dir, journal)));
}

/** A stored answer that was seen before is a copy of that run, and no run of its own. */
function isNews({ requestKey, recipeHash, case: id, spent }: Trial, seen: Set<string>): boolean {
  const key = JSON.stringify([requestKey, recipeHash, id]);
  const copy = spent?.cached === true && seen.has(key);
  seen.add(key);
  return !copy;
}

function trustTrial(row: Trial): TrustTrial {
  const combination = answeredCombination(row);
  return { version: row.recipeHash, case: row.case, combination, outcome: outcomeOf(row) };
}

/** Who answers is part of the combination: two models are not one that flakes. */
export function answeredCombination({
  stack,
  variant,
  profile,
  model,
  answer,
}: Pick<Trial, "stack" | "variant" | "profile" | "model" | "answer">): string {
  const by = answer === null || answer === model ? "" : ` by ${answer}`;
  const own = variant === "default" ? "" : `@${variant}`;
  return `${stack}${own}/${profile} on ${model}${by}`;
}
