import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { stableJson, writeFileAtomic, writePartsAtomic } from "../util/index.ts";
import { isHeld, takeFolder } from "./folder-lock.ts";
import { type Journal, openJournal, readJournal, repairJournal } from "./journal.ts";
import type { Trial } from "./types.ts";

/** A run's folder: facts of the run, and a journal that is appended to trial by trial. */
export interface RunFolder {
  id: string;
  /** Absolute path. */
  dir: string;
  /** ISO 8601, UTC. */
  created: string;
  append(trial: Trial): void;
  /** A text, or parts of one. */
  write(name: string, content: string | Iterable<string>): void;
  /** Writes run.json again; `finished` is the moment, or null. */
  state(finished: string | null): void;
  close(): void;
}

/** A run that can be continued: its folder and what its journal holds. */
export interface EarlierRun {
  id: string;
  dir: string;
  created: string;
  finished: boolean;
  /** Moments at which it was continued before, ISO 8601, UTC. */
  continued: string[];
  /** What its journal holds. */
  read(): Trial[];
}

const runsOf = (root: string) => path.join(root, "reports", "runs");

/** Creates `reports/runs/<UTC time>-<4 hex>/` with run.json and an empty journal; without one for runs of no trials. */
export function createRunFolder(
  root: string,
  now: Date,
  random: () => number,
  facts: object,
  { trials = true } = {},
): RunFolder {
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  const hex = Math.floor(random() * 0x10000)
    .toString(16)
    .padStart(4, "0");
  const id = `${time}Z-${hex}`;
  const dir = path.join(runsOf(root), id);
  mkdirSync(path.dirname(dir), { recursive: true });
  // Not recursive: a folder that is there already belongs to another run.
  mkdirSync(dir);
  return openFolder({ id, dir, created: now.toISOString() }, [], facts, trials);
}

/** Opens the folder of an earlier run; says whether the end of its journal was torn and had to be repaired. */
export function continueRunFolder(
  run: EarlierRun,
  now: Date,
  facts: object,
): { folder: RunFolder; torn: boolean } {
  const torn = repairJournal(path.join(run.dir, journalName));
  return { folder: openFolder(run, [...run.continued, now.toISOString()], facts), torn };
}

const journalName = "trials.jsonl";

function openFolder(
  { id, dir, created }: Pick<EarlierRun, "id" | "dir" | "created">,
  continued: string[],
  facts: object,
  trials = true,
): RunFolder {
  const write: RunFolder["write"] = (name, content) => {
    const file = path.join(dir, name);
    if (typeof content === "string") writeFileAtomic(file, content);
    else writePartsAtomic(file, content);
  };
  const state: RunFolder["state"] = (finished) => {
    const again = continued.length === 0 ? {} : { continued };
    write("run.json", `${stableJson({ strata: 1, id, created, finished, ...again, ...facts }, 2)}\n`);
  };
  const release = takeFolder(dir);
  let journal: Journal | undefined;
  try {
    state(null);
    if (trials) journal = openJournal(path.join(dir, journalName));
  } catch (error) {
    release();
    throw error;
  }
  const append: RunFolder["append"] = (trial) => journal!.append(trial);
  const close = () => {
    journal?.close();
    release();
  };
  return { id, dir, created, append, write, state, close };
}

/** How far back a run is looked for. */
const mostFolders = 200;

/**
 * The newest run of the same selection and version that no other process works on. An older one is never continued:
 * a newer run has taken its place.
 */
export function findEarlierRun(root: string, selection: object, version: string): EarlierRun | undefined {
  const runs = runsOf(root);
  if (!existsSync(runs)) return undefined;
  const wanted = stableJson(selection);
  for (const id of readdirSync(runs).toSorted().toReversed().slice(0, mostFolders)) {
    const dir = path.join(runs, id);
    const facts = readFacts(path.join(dir, "run.json"));
    if (facts === undefined || stableJson(facts.selection ?? {}) !== wanted) continue;
    // A run of an older version may have keys of another shape.
    if (facts.versions?.["strata"] !== version || isHeld(dir)) return undefined;
    const { created = "", finished, continued = [] } = facts;
    const read = () => readJournal(path.join(dir, journalName)).rows;
    return { id, dir, created, finished: finished !== null, continued, read };
  }
  return undefined;
}

interface Facts {
  selection?: object;
  versions?: Record<string, string>;
  created?: string;
  /** Missing in runs of versions that did not continue any. */
  finished?: string | null;
  continued?: string[];
}

function readFacts(file: string): Facts | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Facts;
  } catch {
    return undefined;
  }
}

/** Points `reports/latest.json` at a run. */
export function pointLatest(root: string, id: string): void {
  writeFileAtomic(
    path.join(root, "reports", "latest.json"),
    `${stableJson({ strata: 1, run: id, path: `runs/${id}` }, 2)}\n`,
  );
}
