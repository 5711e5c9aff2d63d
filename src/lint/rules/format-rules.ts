import { frontMatterKeys, trailingLines } from "../fix/format.ts";
import { defineRule } from "../types.ts";

/** CR and CRLF: no hash changes by them, but every other tool sees other bytes. */
export const lineEnds = defineRule({
  kind: "line-ends",
  severity: "warning",
  heuristic: false,
  inputs: ["text"],
  *run({ text: { raw } }) {
    if (raw === null) return;
    const lines = raw.match(/\r\n?/g)?.length ?? 0;
    if (lines > 0) yield { line: raw.slice(0, raw.indexOf("\r")).split("\n").length, args: { lines } };
  },
});

export const byteOrderMark = defineRule({
  kind: "byte-order-mark",
  severity: "warning",
  heuristic: false,
  inputs: ["text"],
  *run({ text: { raw } }) {
    if (raw?.startsWith("\ufeff")) yield { line: 1, args: {} };
  },
});

/** Blanks at the ends of lines that are no hard break of Markdown. */
export const trailingSpace = defineRule({
  kind: "trailing-space",
  severity: "warning",
  heuristic: false,
  inputs: ["text"],
  *run({ text: { raw } }) {
    if (raw === null) return;
    const lines = trailingLines(raw);
    if (lines.length > 0) yield { line: lines[0]!, args: { lines: lines.length } };
  },
});

/** Layer files name their version first, so that a change of it is seen at a glance. */
export const frontMatterOrder = defineRule({
  kind: "front-matter-order",
  severity: "warning",
  heuristic: false,
  inputs: ["text"],
  *run({ text: { raw, role } }) {
    if (raw === null || role !== "layer") return;
    const [first] = frontMatterKeys(raw);
    if (first !== undefined && first !== "version") yield { line: 2, args: { first } };
  },
});
