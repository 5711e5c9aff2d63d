import { type Finding, nearest } from "../util/index.ts";
import { classify, type KnownType, writableTypes } from "./allow-list.ts";
import { finding } from "./messages.ts";
import { ownTypes } from "./own-types.ts";
import type { Assertion } from "./types.ts";

/**
 * Why an assertion must not be run, or undefined. Asked when files are checked and once more before each
 * grading, so that no way around the check reaches code, files or the network.
 */
export function checkPermission(assertion: Assertion, allow: readonly string[]): Finding | undefined {
  const { type } = assertion;
  const known = classify(type);
  if (known.kind === "unknown") return finding("unknown-assertion", { type, near: nearestType(type) });
  if (known.kind === "unsupported") return finding("assertion-not-supported", { type, why: known.why });
  if (known.kind === "own") return undefined;
  if (known.kind === "guarded" && !allow.includes(known.base)) {
    return finding("assertion-not-allowed", { type, base: known.base, does: known.does });
  }
  const text = findReference(assertion.value);
  return text === undefined ? undefined : finding("assertion-reads-file", { type, text });
}

/** Whether promptfoo grades this type. */
export function isPromptfooType(known: KnownType): boolean {
  return known.kind === "plain" || known.kind === "guarded";
}

function nearestType(type: string): string | undefined {
  return ownTypes.find((own) => own === `strata:${type}`) ?? nearest(type, writableTypes);
}

/** promptfoo opens `file://` and imports `package:` in the values of every type, `contains` too. */
function findReference(value: unknown): string | undefined {
  if (typeof value === "string") return /^(file:\/\/|package:)/.test(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const item of Object.values(value)) {
    const found = findReference(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
