import { matchingLines } from "../text/lines.ts";
import { defineRule } from "../types.ts";

/** The trace of a cut inside a character, or of a wrong decoding. */
export const brokenCharacter = defineRule({
  kind: "broken-character",
  severity: "warning",
  heuristic: false,
  inputs: ["text"],
  *run({ text }) {
    if (!text.text.includes("\ufffd")) return;
    for (const { line } of matchingLines(text.text.split("\n"), text.firstLine, [/\ufffd/]))
      yield { line, args: {} };
  },
});
