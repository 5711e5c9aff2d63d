import { type Entry, entryText, type Guard } from "../load/index.ts";
import { byteLength } from "../util/index.ts";
import { assembleFinding, reasons } from "./messages.ts";
import type { StepContext } from "./run-steps.ts";
import { scanText } from "./security/index.ts";

/** Why a guard did not hold. */
export interface Failure {
  reason: string;
  /** Threats that were found. */
  ids: readonly string[];
}

/** The first of the guards that does not hold for a file or text. */
export function failedGuard(
  guards: readonly Guard[],
  entry: Entry | undefined,
  text: string | undefined,
  context: StepContext,
): Failure | undefined {
  for (const guard of guards) {
    const failure =
      guard.name === "scan" ? runScan(guard, entry, text, context) : guardReason(guard, entry, text);
    if (failure !== undefined) return typeof failure === "string" ? { reason: failure, ids: [] } : failure;
  }
  return undefined;
}

function runScan(
  { scope, window, beyond }: Extract<Guard, { name: "scan" }>,
  entry: Entry | undefined,
  text: string | undefined,
  { path, layer, diagnostics }: StepContext,
): Failure | string | undefined {
  const decoded = text === undefined ? decode(entry!) : { text };
  if ("reason" in decoded) return decoded.reason;
  const { ids, unscanned } = scanText(decoded.text, { scope, window });
  if (unscanned > 0 && beyond === "fail") {
    return { reason: reasons.tooLongToScan(window + unscanned, window), ids: ["too_long_to_scan"] };
  }
  if (ids.length > 0) return { reason: reasons.threats(ids), ids };
  if (unscanned > 0) {
    const args = { path, characters: unscanned, window };
    diagnostics.push(assembleFinding("unscanned-tail", args, { layer }, "warning"));
  }
  return undefined;
}

/** Why a guard fails, or undefined when it holds. Guards on files hold for texts that are none. */
function guardReason(
  guard: Exclude<Guard, { name: "scan" }>,
  entry: Entry | undefined,
  text: string | undefined,
): string | undefined {
  switch (guard.name) {
    case "regular":
      if (entry?.kind === "directory") return reasons.notRegular("directory");
      if (entry?.kind === "special") return reasons.notRegular("special file");
      return entry?.kind === "unreadable" ? reasons.unreadable(entry.reason) : undefined;
    case "no-symlink":
      return entry !== undefined && "link" in entry && entry.link !== undefined
        ? reasons.link(entry.link)
        : undefined;
    case "not-a-symlink":
      return entry !== undefined && "link" in entry && entry.link !== undefined && !("linkAbove" in entry)
        ? reasons.link(entry.link)
        : undefined;
    case "contained":
      return entry?.kind === "outside" ? reasons.outside(entry.link) : undefined;
    case "utf8":
      return fileReason(entry);
    case "no-nul":
      return text?.includes("\0")
        ? reasons.nul()
        : (fileReason(entry) ?? (holdsNul(entry) ? reasons.nul() : undefined));
    case "max-bytes": {
      const bytes = guardedBytes(guard.of, entry, text);
      return bytes > guard.maxBytes ? reasons.tooLarge(bytes, guard.maxBytes) : undefined;
    }
  }
}

function fileReason(entry: Entry | undefined): string | undefined {
  if (entry?.kind !== "file") return undefined;
  const content = entryText(entry);
  if (content.kind === "unreadable") return reasons.unreadable(content.reason);
  return content.kind === "not-utf8" ? reasons.notUtf8() : undefined;
}

function holdsNul(entry: Entry | undefined): boolean {
  if (entry?.kind !== "file") return false;
  const content = entryText(entry);
  return content.kind === "text" && content.nulAt !== null;
}

function guardedBytes(of: "file" | "text", entry: Entry | undefined, text: string | undefined): number {
  if (of === "file" && entry !== undefined) return entry.kind === "file" ? entry.size : 0;
  if (text !== undefined) return byteLength(text);
  const decoded = entry === undefined ? { text: "" } : decode(entry);
  return "text" in decoded ? byteLength(decoded.text) : 0;
}

/** The text of a file, or why it has none. */
export function decode(entry: Entry): { text: string } | { reason: string } {
  switch (entry.kind) {
    case "file": {
      const reason = fileReason(entry);
      const content = entryText(entry);
      return content.kind === "text" ? { text: content.text } : { reason: reason! };
    }
    case "directory":
      return { reason: reasons.notRegular("directory") };
    case "special":
      return { reason: reasons.notRegular("special file") };
    case "outside":
      return { reason: reasons.outside(entry.link) };
    case "unreadable":
      return { reason: reasons.unreadable(entry.reason) };
    case "missing":
      return { reason: reasons.absent() };
  }
}
