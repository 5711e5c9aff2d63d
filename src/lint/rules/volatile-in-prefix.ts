import { matchingLines, shorten } from "../text/lines.ts";
import { defineRule } from "../types.ts";

// Every repetition has a limit, so that no line is read twice.
const patterns = [
  /\b(?:current|local|present)\s{1,3}(?:date and time|date\/time|date|time|datetime|timestamp)\b\s{0,3}(?:is\b|:|=)\s{0,3}["'(*_]{0,3}\d[\d:.,/T-]{0,24}/i,
  /(?<!\d)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?/,
  /\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/i,
  /(?<![\d,.])\d[\d,.]{0,15}k?\s{0,2}(?:\/\s{0,2}\d[\d,.]{0,15}k?\s{0,2})?tokens?\s{1,2}(?:used|left|remaining|so far)\b/i,
  /\b(?:tokens|context)\s{1,2}(?:used|left|remaining)\s{0,2}[:=]\s{0,2}\d[\d,.]{0,15}/i,
  /\bsession(?:[ _-]id)?\s{0,2}[:=]\s{0,2}[\da-f-]{8,40}\b/i,
];

/** A text that stands in a cached prefix and holds what differs from one request or session to the next. */
export const volatileInPrefix = defineRule({
  kind: "volatile-in-prefix",
  severity: "error",
  heuristic: false,
  inputs: ["text"],
  *run({ text }) {
    if (!text.cached || text.role === "settings") return;
    for (const { line, match } of matchingLines(text.prose.lines, text.firstLine, patterns))
      yield { line, args: { found: match } };
    if (text.clockNames.length === 0) return;
    for (const [i, line] of text.text.split("\n").entries()) {
      const name = text.clockNames.find((clock) => line.includes(`{{${clock}}}`));
      if (name !== undefined) yield { line: text.firstLine + i, args: { found: shorten(`{{${name}}}`) } };
    }
  },
});
