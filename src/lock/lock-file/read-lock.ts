import { type Lock, schemaOf } from "../../schema/index.ts";
import { canonicalText, type Finding, type ParseCache } from "../../util/index.ts";
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

/** Reads the text of a lock. A text that `cache` knows is not checked again. */
export function readLock(text: string, cache?: ParseCache): LockRead {
  const canonical = canonicalText(text);
  const checkedBefore = cache?.get("lock", canonical);
  if (checkedBefore !== undefined) return { kind: "lock", lock: checkedBefore.value as Lock };
  const marker = canonical.split("\n").findIndex((line) => /^(<{7}|={7}|>{7}|\|{7})( |$)/.test(line));
  if (marker >= 0)
    return {
      kind: "conflict",
      finding: lockFinding("lock-conflict", {}, { file: lockPath, line: marker + 1 }),
    };
  const parsed = parseJson(canonical);
  if ("problem" in parsed) return refused(parsed);
  const { lock, strata } = (parsed.value ?? {}) as { lock?: unknown; strata?: unknown };
  for (const format of [strata, lock]) {
    if (typeof format === "number" && format > known)
      return { kind: "refused", finding: lockFinding("lock-newer", { format, known }, { file: lockPath }) };
  }
  const checked = schemaOf("lock").safeParse(parsed.value);
  if (checked.success) {
    cache?.put("lock", canonical, checked.data);
    return { kind: "lock", lock: checked.data };
  }
  const issue = checked.error.issues[0]!;
  const at = issue.path.map(String).join(" › ");
  return refused({ problem: `${at === "" ? "" : `${at}: `}${issue.message}.` });
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: "it is not valid JSON." };
  }
}

function refused(args: { problem: string }): LockRead {
  return { kind: "refused", finding: lockFinding("lock-corrupted", args, { file: lockPath }) };
}
