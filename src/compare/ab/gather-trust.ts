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
  const trials = dirs.flatMap((dir) => {
    const { rows, broken } = readJournal(path.join(dir, journal));
    if (broken > 0) findings.push(abFinding("journal-broken", { lines: broken }, { file: dir }, "warning"));
    return rows.map(trustTrial);
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

/** Who answers is part of the combination: two models are not one that flakes. */
function trustTrial(row: Trial): TrustTrial {
  const { stack, variant, profile, model, answer, recipeHash } = row;
  const by = answer === null || answer === model ? "" : ` by ${answer}`;
  const own = variant === "default" ? "" : `@${variant}`;
  return {
    ...{ version: recipeHash, case: row.case, outcome: outcomeOf(row) },
    combination: `${stack}${own}/${profile} on ${model}${by}`,
  };
}
