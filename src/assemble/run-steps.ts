import { type Entry, entryText, type Guard, type Step } from "../load/index.ts";
import { byteLength } from "../util/index.ts";
import { applyBound } from "./bound.ts";
import { reasons } from "./messages.ts";
import { transforms } from "./transforms.ts";
import { applyWrap } from "./wrap.ts";

/** What steps work on: a file, whose text is decoded when the first step asks for it, or a text. */
export type Subject = { entry: Entry } | { text: string };

export type StepResult =
  | { kind: "text"; text: string }
  | { kind: "skipped"; reason: string }
  | { kind: "failed"; reason: string; guarded: boolean };

/** Runs steps in the order they are written. */
export function runSteps(steps: readonly Step[], subject: Subject): StepResult {
  const entry = "entry" in subject ? subject.entry : undefined;
  let text = "text" in subject ? subject.text : undefined;
  for (const step of steps) {
    if (step.kind === "guard") {
      const reason = step.guards.map((guard) => guardReason(guard, entry, text)).find((found) => found !== undefined);
      if (reason === undefined) continue;
      return step.onFail === "skip" ? { kind: "skipped", reason } : { kind: "failed", reason, guarded: true };
    }
    const decoded = text === undefined ? decode(entry!) : { text };
    if ("reason" in decoded) return { kind: "failed", reason: decoded.reason, guarded: false };
    const result = runTextStep(step, decoded.text);
    if (result.kind !== "text") return result;
    text = result.text;
  }
  const decoded = text === undefined ? decode(entry!) : { text };
  if ("reason" in decoded) return { kind: "failed", reason: decoded.reason, guarded: false };
  return { kind: "text", text: decoded.text };
}

function runTextStep(step: Exclude<Step, { kind: "guard" }>, text: string): StepResult {
  switch (step.kind) {
    case "transform":
      return { kind: "text", text: transforms[step.name](text) };
    case "wrap":
      return { kind: "text", text: applyWrap(text, step) };
    case "bound": {
      const result = applyBound(text, step);
      if (result.kind !== "over") return { kind: "text", text: result.text };
      const reason = reasons.overBound(result.size, step.max, step.unit);
      return step.cut === "skip" ? { kind: "skipped", reason } : { kind: "failed", reason, guarded: true };
    }
  }
}

/** Why a guard fails, or undefined when it holds. Guards on files hold for texts that are none. */
function guardReason(guard: Guard, entry: Entry | undefined, text: string | undefined): string | undefined {
  switch (guard.name) {
    case "regular":
      if (entry?.kind === "directory") return reasons.notRegular("directory");
      if (entry?.kind === "special") return reasons.notRegular("special file");
      return entry?.kind === "unreadable" ? reasons.unreadable(entry.reason) : undefined;
    case "no-symlink":
      return entry !== undefined && "link" in entry && entry.link !== undefined ? reasons.link(entry.link) : undefined;
    case "contained":
      return entry?.kind === "outside" ? reasons.outside(entry.link) : undefined;
    case "utf8":
    case "no-nul": {
      if (entry?.kind !== "file") return undefined;
      const content = entryText(entry);
      if (content.kind === "unreadable") return reasons.unreadable(content.reason);
      if (content.kind === "not-utf8") return reasons.notUtf8();
      return guard.name === "no-nul" && content.nulAt !== null ? reasons.nul() : undefined;
    }
    case "max-bytes": {
      const bytes = guardedBytes(guard.of, entry, text);
      return bytes > guard.maxBytes ? reasons.tooLarge(bytes, guard.maxBytes) : undefined;
    }
  }
}

function guardedBytes(of: "file" | "text", entry: Entry | undefined, text: string | undefined): number {
  if (of === "file" && entry !== undefined) return entry.kind === "file" ? entry.size : 0;
  if (text !== undefined) return byteLength(text);
  const decoded = entry === undefined ? { text: "" } : decode(entry);
  return "text" in decoded ? byteLength(decoded.text) : 0;
}

function decode(entry: Entry): { text: string } | { reason: string } {
  switch (entry.kind) {
    case "file": {
      const content = entryText(entry);
      if (content.kind === "text") return { text: content.text };
      return { reason: content.kind === "not-utf8" ? reasons.notUtf8() : reasons.unreadable(content.reason) };
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
