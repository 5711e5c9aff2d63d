import { appendFileSync, closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { stableJson } from "../util/index.ts";
import type { Trial } from "./types.ts";

/** A run's trials, one line each, only ever appended to. */
export interface Journal {
  /** Throws when the disk refuses; what was appended before stays. */
  append(trial: Trial): void;
  close(): void;
}

export function openJournal(file: string): Journal {
  const descriptor = openSync(file, "a");
  return {
    append(trial) {
      try {
        appendFileSync(descriptor, `${stableJson({ strata: 1, ...trial })}\n`);
      } catch (error) {
        // An error of a descriptor does not say which file it was.
        throw Object.assign(error as Error, { path: file });
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** What a journal holds. */
export interface JournalContent {
  rows: Trial[];
  /** The last line was cut off in the middle, by a kill or a full disk. */
  torn: boolean;
  /** Whole lines that are no trial. */
  broken: number;
}

/** A device or a pipe is no journal, and reading it might never end. */
const isJournal = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** Reads a journal; a missing one is empty. */
export function readJournal(file: string): JournalContent {
  if (!isJournal(file)) return { rows: [], torn: false, broken: 0 };
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  const rows: Trial[] = [];
  let broken = 0;
  for (const line of lines(bytes.subarray(0, whole))) {
    const row = parseRow(line);
    if (row === undefined) broken++;
    else rows.push(row);
  }
  return { rows, torn: whole < bytes.length, broken };
}

/** Takes a torn last line off, so that the next one starts a line of its own; says whether there was one. */
export function repairJournal(file: string): boolean {
  if (!isJournal(file)) return false;
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole === bytes.length) return false;
  truncateSync(file, whole);
  return true;
}

/** A line at a time: the text of a long journal is longer than a string may be. */
function* lines(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    yield bytes.toString("utf8", start, end);
    start = end + 1;
  }
}

function parseRow(line: string): Trial | undefined {
  try {
    const row = JSON.parse(line) as Trial & { strata: number };
    const isTrial = row.strata === 1 && typeof row.requestKey === "string" && typeof row.case === "string";
    return isTrial ? row : undefined;
  } catch {
    return undefined;
  }
}
