import { appendFileSync, closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { stableJson, writeFileAtomic, writePartsAtomic } from "../util/index.ts";
import type { Trial } from "./types.ts";

/** A run's folder: facts of the run, and a journal that is appended to trial by trial. */
export interface RunFolder {
  id: string;
  /** Absolute path. */
  dir: string;
  append(trial: Trial): void;
  /** A text, or parts of one. */
  write(name: string, content: string | Iterable<string>): void;
  close(): void;
}

/** Creates `reports/runs/<UTC time>-<4 hex>/` with run.json and an empty journal. */
export function createRunFolder(root: string, now: Date, random: () => number, facts: object): RunFolder {
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  const hex = Math.floor(random() * 0x10000)
    .toString(16)
    .padStart(4, "0");
  const id = `${time}Z-${hex}`;
  const dir = path.join(root, "reports", "runs", id);
  mkdirSync(path.dirname(dir), { recursive: true });
  // Not recursive: a folder that is there already belongs to another run.
  mkdirSync(dir);
  const write: RunFolder["write"] = (name, content) => {
    const file = path.join(dir, name);
    if (typeof content === "string") writeFileAtomic(file, content);
    else writePartsAtomic(file, content);
  };
  write("run.json", `${stableJson({ strata: 1, id, created: now.toISOString(), ...facts }, 2)}\n`);
  const journal = openSync(path.join(dir, "trials.jsonl"), "a");
  const append = (trial: Trial) => appendFileSync(journal, `${stableJson({ strata: 1, ...trial })}\n`);
  return { id, dir, append, write, close: () => closeSync(journal) };
}

/** Points `reports/latest.json` at a run. */
export function pointLatest(root: string, id: string): void {
  writeFileAtomic(
    path.join(root, "reports", "latest.json"),
    `${stableJson({ strata: 1, run: id, path: `runs/${id}` }, 2)}\n`,
  );
}
