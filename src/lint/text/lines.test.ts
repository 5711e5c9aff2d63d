import fc from "fast-check";
import { expect, test } from "vitest";
import { matchingLines } from "./lines.ts";

const patterns = [/(?<!\d)\d{4}-\d\d(?!\d)/, /\bsession\s{0,2}:\s{0,2}[a-f]{2}/i, /\{\{[^{}\n]{1,9}\}\}/];
const piece = fc.constantFrom("2026-11", "9", "session", ":", " ", "ab", "{{", "}}", "name", "x");
const line = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(""));

test("each line that one of the patterns matches is found once, and no other", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 50 }), (lines, firstLine) => {
      const found = [...matchingLines(lines, firstLine, patterns)].map((hit) => hit.line);
      const matched = lines.flatMap((text, i) =>
        patterns.some((pattern) => pattern.test(text)) ? [firstLine + i] : [],
      );
      expect(found.toSorted((a, b) => a - b)).toEqual(matched);
    }),
    { numRuns: 500 },
  );
});
