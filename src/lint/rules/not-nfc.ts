import { shorten } from "../text/lines.ts";
import { defineRule } from "../types.ts";

/** Text that looks equal and has other bytes than the same text as keyboards type it. */
export const notNfc = defineRule({
  kind: "not-nfc",
  severity: "warning",
  heuristic: false,
  inputs: ["text"],
  *run({ text }) {
    if (text.text.normalize("NFC") === text.text) return;
    for (const [i, line] of text.text.split("\n").entries()) {
      if (line.normalize("NFC") === line) continue;
      const word = line.split(/\s/).find((part) => part.normalize("NFC") !== part) ?? line;
      yield { line: text.firstLine + i, args: { found: shorten(word) } };
    }
  },
});
