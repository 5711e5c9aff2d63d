import type { z } from "zod";
import { type Kind, schemaOf, type Written } from "../schema/index.ts";
import { type Finding, nearest, type ParseCache } from "../util/index.ts";
import { loadFinding } from "./messages.ts";
import { oneLine } from "./one-line.ts";
import type { Path } from "./yaml.ts";

/**
 * Checks a value against a schema; every issue becomes a finding at its line. The schema is not even loaded for a value
 * that `cache` knows to be valid; it may be given for a value of JSON alone.
 */
export function validate<K extends Kind>(
  kind: K,
  value: unknown,
  locate: (path: Path) => { file: string; line: number },
  cache?: ParseCache,
): { data: Written<K> | undefined; findings: Finding[] } {
  const text = cache === undefined ? "" : JSON.stringify(value);
  const known = cache?.get(`checked ${kind}`, text);
  if (known !== undefined) return { data: known.value as Written<K>, findings: [] };
  const result = schemaOf(kind).safeParse(value);
  if (result.success) {
    cache?.put(`checked ${kind}`, text, result.data);
    return { data: result.data as Written<K>, findings: [] };
  }
  const issues = result.error.issues.filter((issue) => !isEcho(issue, result.error.issues));
  return { data: undefined, findings: issues.flatMap((issue) => issueFindings(issue, [], locate)) };
}

/** A missing key is the echo of a mistyped one beside it. */
function isEcho(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  if (issue.code !== "invalid_type" || !issue.message.endsWith("received undefined")) return false;
  const [key, parent] = [String(issue.path.at(-1)), issue.path.slice(0, -1).join("/")];
  return all.some(
    (other) =>
      other.code === "unrecognized_keys" &&
      other.path.join("/") === parent &&
      other.keys.some((name) => nearest(name, [key]) !== undefined),
  );
}

function issueFindings(
  issue: z.core.$ZodIssue,
  base: Path,
  locate: (path: Path) => { file: string; line: number },
): Finding[] {
  const path = [...base, ...issue.path];
  if (issue.code === "invalid_union") {
    // The branch that got furthest is the one the author meant.
    const branch = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0];
    if (branch !== undefined && depth(branch) > 0)
      return branch.flatMap((inner) => issueFindings(inner, path, locate));
  }
  const place = locate(issue.code === "unrecognized_keys" ? [...path, issue.keys[0]!] : path);
  return [loadFinding("invalid-value", { at: dotted(path), problem: wordingOf(issue) }, place)];
}

function wordingOf(issue: z.core.$ZodIssue): string {
  const received = /received (\w+)$/.exec(issue.message)?.[1];
  if (issue.code !== "invalid_type" || received === undefined) return oneLine(issue.message);
  const expected = issue.expected === "record" ? "map" : issue.expected === "array" ? "list" : issue.expected;
  if (received === "undefined") return `is missing; it must be a ${expected}.`;
  const quote = expected === "string" && ["number", "boolean"].includes(received) ? " Quote it." : "";
  return `must be a ${expected}, not ${received === "null" ? "empty" : `a ${received}`}.${quote}`;
}

function depth(issues: z.core.$ZodIssue[]): number {
  return Math.max(
    0,
    ...issues.map((issue) => issue.path.length + (issue.code === "unrecognized_keys" ? 1 : 0)),
  );
}

function dotted(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}
