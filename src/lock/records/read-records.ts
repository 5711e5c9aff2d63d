import { readFileSync } from "node:fs";
import path from "node:path";
import { schemaOf, type RecordLine } from "../../schema/index.ts";
import { decodeUtf8, UserError } from "../../util/index.ts";
import { recordFinding } from "./messages.ts";

/** What a file of session records holds. */
export interface SessionRecords {
  /** In the order of the file. */
  records: RecordLine[];
  /** Lines that are no record, the torn one among them; blank lines are not counted. */
  broken: number;
  /** The last line has no end and is no record: its writer was stopped in the middle. */
  torn: boolean;
}

/** Where a folder of records keeps its lines. */
export function recordsFile(dir: string): string {
  return path.join(dir, "sessions.jsonl");
}

/** Reads `sessions.jsonl` of a folder of records, which need not be there. */
export function readRecordsFile(file: string): SessionRecords {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code = "error" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { records: [], broken: 0, torn: false };
    throw new UserError([recordFinding("records-unreadable", { code }, { file })]);
  }
  return readRecords(bytes);
}

/** Reads session records line by line. What is no record is left out and counted, and never stops the others. */
export function readRecords(content: string | Uint8Array): SessionRecords {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : Buffer.from(content);
  const records: RecordLine[] = [];
  let broken = 0;
  let torn = false;
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    const record = parseRecord(line);
    if (record === "broken") {
      broken++;
      torn = end < 0;
    } else if (record !== "blank") records.push(record);
    start = end < 0 ? bytes.length : end + 1;
  }
  return { records, broken, torn };
}

function parseRecord(line: Uint8Array): RecordLine | "blank" | "broken" {
  const text = decodeUtf8(line);
  if (text === undefined) return "broken";
  if (text.trim() === "") return "blank";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "broken";
  }
  const { data } = schemaOf("record").safeParse(value);
  return data ?? "broken";
}
