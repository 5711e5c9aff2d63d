import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLParseError,
} from "yaml";
import type { z } from "zod";
import { type Finding, nearest, type ParseCache } from "../util/index.ts";
import { loadFinding } from "./messages.ts";

export type Path = readonly PropertyKey[];

/** A parsed YAML text: its plain value, and the line of any place in it. */
export interface YamlFile {
  file: string;
  value: unknown;
  /** The line of the key or item at a path, or of the deepest place above it. */
  lineAt(path: Path): number;
  has(path: Path): boolean;
}

/**
 * Parses one YAML document; problems are findings, and then `value` is undefined. `firstLine` is where the text starts.
 * A text that the cache knows is parsed only when somebody asks for a line.
 */
export function parseYaml(
  file: string,
  text: string,
  firstLine = 1,
  cache?: ParseCache,
): { yaml: YamlFile; findings: Finding[] } {
  const known = cache?.get(text);
  let parsed: ReturnType<typeof parseText> | undefined;
  const parse = () => (parsed ??= parseText(file, text, firstLine, known === undefined));
  if (known === undefined && parse().findings.length === 0) cache?.put(text, parse().value);
  const yaml = {
    ...{ file, value: known === undefined ? parse().value : known.value },
    lineAt: (path: Path) => parse().lineAt(path),
    has: (path: Path) => parse().has(path),
  };
  return { yaml, findings: known === undefined ? parse().findings : [] };
}

/** Without `withValue` for the lines alone, of a text without problems. */
function parseText(
  file: string,
  text: string,
  firstLine: number,
  withValue: boolean,
): YamlFile & { findings: Finding[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: "error",
  });
  const lineOf = (offset: number): number => lines.linePos(offset).line + firstLine - 1;
  const findings = document.errors.map((error) =>
    loadFinding("yaml", { problem: describe(error, text) }, { file, line: lineOf(error.pos[0]) }),
  );
  let value: unknown;
  if (withValue && findings.length === 0) {
    try {
      value = document.toJS();
    } catch (error) {
      const alias = firstDangling(document);
      const line = alias === undefined ? firstLine : lineOf(alias);
      findings.push(loadFinding("yaml", { problem: oneLine((error as Error).message) }, { file, line }));
    }
  }
  const lineAt = (path: Path): number => lineOf(offsetAt(document.contents, path));
  return { file, value, lineAt, has: (path) => document.hasIn(path), findings };
}

/** Checks a value against a schema; every issue becomes a finding at its line. */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  locate: (path: Path) => { file: string; line: number },
): { data: z.output<S> | undefined; findings: Finding[] } {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data, findings: [] };
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

/** Offset of the key or item at a path, as deep as the document goes. */
function offsetAt(root: Node | null, path: Path): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}

/** What the parser found, with the key where it only says that there are two. */
function describe(error: YAMLParseError, text: string): string {
  if (error.code !== "DUPLICATE_KEY") return oneLine(error.message);
  const key = /^[^:\n]*/.exec(text.slice(error.pos[0]))![0].trim();
  return `the key "${key}" stands here a second time. Remove one of them.`;
}

/** Offset of the first alias whose anchor does not exist; an unquoted `**` is one. */
function firstDangling(document: Document.Parsed): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias(_, node) {
      if (node.resolve(document) !== undefined) return undefined;
      offset = node.range?.[0];
      return visit.BREAK;
    },
  });
  return offset;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
