import { type Finding, type ParseCache, requireBeside } from "../util/index.ts";
import { loadFinding } from "./messages.ts";
import type { ParsedText } from "./parse-text.ts";

export type Path = readonly PropertyKey[];

/** A parsed YAML text: its plain value, and the line of any place in it. */
export interface YamlFile {
  file: string;
  value: unknown;
  /** The line of the key or item at a path, or of the deepest place above it. */
  lineAt(path: Path): number;
  has(path: Path): boolean;
  /** Has the value, and may keep what is made of it; absent where JSON cannot hold the value. */
  cache?: ParseCache;
}

/** The line of a place in a text, from 1, and of the keys or items below it. */
export type LineTree = readonly [
  line: number,
  below?: Readonly<Record<string, LineTree>> | readonly LineTree[],
];

/**
 * Parses one YAML document; problems are findings, and then `value` is undefined. `firstLine` is where the text starts.
 * The parser is not even loaded for a text that the cache knows.
 */
export function parseYaml(
  file: string,
  text: string,
  firstLine = 1,
  cache?: ParseCache,
): { yaml: YamlFile; findings: Finding[] } {
  const known = cache?.get("yaml", text);
  if (known !== undefined) {
    const lines = (): LineTree => {
      const kept = cache!.get("yaml lines", text);
      if (kept !== undefined) return kept.value as LineTree;
      // The cache keeps what was used last, and had let go of them.
      const made = parse(text).lines();
      cache!.put("yaml lines", text, made);
      return made;
    };
    return { yaml: { ...yamlFile(file, known.value, lines, firstLine), cache: cache! }, findings: [] };
  }
  const { value, lines, problems } = parse(text);
  const isKept =
    cache !== undefined &&
    problems.length === 0 &&
    cache.put("yaml", text, value) &&
    cache.put("yaml lines", text, lines());
  const findings = problems.map(({ problem, line }) =>
    loadFinding("yaml", { problem }, { file, line: line + firstLine - 1 }),
  );
  const yaml = yamlFile(file, value, lines, firstLine);
  return { yaml: isKept ? { ...yaml, cache } : yaml, findings };
}

function parse(text: string): ParsedText {
  const { parseText } = requireBeside(import.meta, "parse-text") as typeof import("./parse-text.ts");
  return parseText(text);
}

function yamlFile(file: string, value: unknown, lines: () => LineTree, firstLine: number): YamlFile {
  let known: LineTree | undefined;
  const tree = () => (known ??= lines());
  return {
    ...{ file, value },
    lineAt: (path) => walk(tree(), path).line + firstLine - 1,
    has: (path) => walk(tree(), path).whole,
  };
}

/** As far along a path as the tree goes, and whether that is all of it. */
function walk(tree: LineTree, path: Path): { line: number; whole: boolean } {
  let [line, below] = tree;
  for (const key of path) {
    const next = childAt(below, key);
    if (next === undefined) return { line, whole: false };
    [line, below] = next;
  }
  return { line, whole: true };
}

function childAt(below: LineTree[1], key: PropertyKey): LineTree | undefined {
  if (below === undefined) return undefined;
  if (Array.isArray(below)) return (below as readonly LineTree[])[Number(key)];
  return Object.hasOwn(below, key) ? (below as Record<PropertyKey, LineTree>)[key] : undefined;
}
