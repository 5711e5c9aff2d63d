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
import { oneLine } from "./one-line.ts";
import type { LineTree } from "./yaml.ts";

export interface ParsedText {
  /** Undefined where there is a problem. */
  value: unknown;
  /** Worked out when they are asked for: most texts are right, and nobody asks. */
  lines(): LineTree;
  problems: { problem: string; line: number }[];
}

/** Parses one YAML document. Lines are those of the text, from 1. */
export function parseText(text: string): ParsedText {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: "error",
  });
  const lineOf = (offset: number): number => counter.linePos(offset).line;
  const problems = document.errors.map((error) => ({
    problem: describe(error, text),
    line: lineOf(error.pos[0]),
  }));
  let value: unknown;
  if (problems.length === 0) {
    try {
      value = document.toJS();
    } catch (error) {
      const alias = firstDangling(document);
      const line = alias === undefined ? 1 : lineOf(alias);
      problems.push({ problem: oneLine((error as Error).message), line });
    }
  }
  const lines = (): LineTree => (problems.length === 0 ? linesOf(document.contents, lineOf) : [1]);
  return { value, lines, problems };
}

/** What stands at an alias is written elsewhere: its places are not followed. */
function linesOf(root: Node | null, lineOf: (offset: number) => number): LineTree {
  const tree = (line: number, node: unknown): LineTree => {
    if (isMap(node)) {
      const below = node.items.flatMap(({ key, value }): [string, LineTree][] =>
        isScalar(key) ? [[String(key.value), tree(lineAt(key, line), value)]] : [],
      );
      return [line, Object.fromEntries(below)];
    }
    if (isSeq(node)) return [line, node.items.map((item) => tree(lineAt(item, line), item))];
    return [line];
  };
  const lineAt = (node: unknown, otherwise: number): number => {
    const offset = (node as Node | null)?.range?.[0];
    return offset === undefined ? otherwise : lineOf(offset);
  };
  return tree(lineAt(root, 1), root);
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
