import { type Lock, lockFile } from "../../schema/index.ts";
import { canonicalText, type Finding } from "../../util/index.ts";
import { lockFinding } from "./messages.ts";

/** Where the lock is, below the root. */
export const lockPath = "prompts/strata.lock.json";

/** The format that is read and written here. */
const known = 1;

export type LockRead =
  | { kind: "lock"; lock: Lock }
  /** A merge left its markers in it. */
  | { kind: "conflict"; finding: Finding }
  | { kind: "refused"; finding: Finding };

/** Reads the text of a lock; `file` is what findings call it. */
export function readLock(text: string, file: string = lockPath): LockRead {
  const canonical = canonicalText(text);
  const marker = canonical.split("\n").findIndex((line) => /^(<{7}|={7}|>{7}|\|{7})( |$)/.test(line));
  if (marker >= 0)
    return { kind: "conflict", finding: lockFinding("lock-conflict", {}, { file, line: marker + 1 }) };
  const parsed = parseJson(canonical);
  if ("problem" in parsed) return refused("lock-corrupted", parsed, file);
  const { lock, strata } = (parsed.value ?? {}) as { lock?: unknown; strata?: unknown };
  for (const format of [strata, lock]) {
    if (typeof format === "number" && format > known)
      return { kind: "refused", finding: lockFinding("lock-newer", { format, known }, { file }) };
  }
  const checked = lockFile.safeParse(parsed.value);
  if (checked.success) return { kind: "lock", lock: checked.data };
  const issue = checked.error.issues[0]!;
  const at = issue.path.map(String).join(" › ");
  return refused("lock-corrupted", { problem: `${at === "" ? "" : `${at}: `}${issue.message}.` }, file);
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: "it is not valid JSON." };
  }
}

function refused(kind: "lock-corrupted", args: { problem: string }, file: string): LockRead {
  return { kind: "refused", finding: lockFinding(kind, args, { file }) };
}
