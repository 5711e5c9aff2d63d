import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { type Finding, type Sha256, UserError } from "../../util/index.ts";
import { readJournal } from "../journal.ts";
import { runFinding } from "../messages.ts";
import type { Shard, Trial } from "../types.ts";

/** What run.json says of a run, as far as runs are compared by it. */
export interface RunFacts {
  id: string;
  created: string;
  finished: string | null;
  suite: string;
  seed: number;
  commit: string | null;
  dirty: boolean | null;
  versions: Record<string, string>;
  planned: number;
  corpusHash: Sha256;
  recipes: Record<string, string>;
  mustPass: string[];
  whole?: Shard & { planned: number; planHash: Sha256 };
}

export interface StoredRun {
  facts: RunFacts;
  trials: Trial[];
}

/** Artifacts are often unpacked into a folder of their own, with the repository's folders in it. */
const deepest = 5;

/** The finished runs in folders that are a run's own or hold such ones. Throws a UserError with all that is wrong. */
export function findRuns(folders: readonly string[]): StoredRun[] {
  const findings: Finding[] = [];
  const runs = new Map<string, StoredRun>();
  for (const folder of folders) {
    const found = runFolders(folder, deepest);
    if (found.length === 0) findings.push(runFinding("no-run", { path: folder }));
    for (const dir of found) {
      const facts = readFacts(dir);
      if (facts === undefined) {
        findings.push(runFinding("no-run", { path: dir }));
        continue;
      }
      const { rows, broken } = readJournal(path.join(dir, "trials.jsonl"));
      const { id: run, planned, finished } = facts;
      if (broken > 0) findings.push(runFinding("broken-journal", { run, lines: broken }));
      if (finished === null)
        findings.push(runFinding("unfinished-run", { run, known: rows.length, planned }));
      // The same run twice, by two of the named folders, is one run.
      runs.set(path.resolve(dir), { facts, trials: rows.map(withoutFormat) });
    }
  }
  if (findings.length > 0) throw new UserError(findings);
  return [...runs.values()];
}

function withoutFormat(row: Trial): Trial {
  const { strata: _strata, ...trial } = row as Trial & { strata: number };
  return trial;
}

function runFolders(dir: string, depth: number): string[] {
  if (isFile(path.join(dir, "run.json"))) return [dir];
  if (depth === 0 || !statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  const below = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = below.map(({ name }) => name).filter((name) => name !== "node_modules" && name !== ".git");
  return names.toSorted().flatMap((name) => runFolders(path.join(dir, name), depth - 1));
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function readFacts(dir: string): RunFacts | undefined {
  try {
    const facts = JSON.parse(readFileSync(path.join(dir, "run.json"), "utf8")) as RunFacts & {
      strata: number;
    };
    const known = facts.strata === 1 && typeof facts.id === "string" && Array.isArray(facts.mustPass);
    return known ? facts : undefined;
  } catch {
    return undefined;
  }
}
