import fc from "fast-check";
import { expect, test } from "vitest";
import { cutSystem, mostBreakpoints } from "./cache-breaks.ts";

const long = "rule ".repeat(1000);

test("a text is cut where its cached tiers end", () => {
  expect(cutSystem("core\n\nprofile\n\nturn", [6, 15], { minimum: 0 })).toEqual([
    { text: "core\n\n", cached: true },
    { text: "profile\n\n", cached: true },
    { text: "turn", cached: false },
  ]);
});

test("an end before the shortest cached prefix is no end, unless tools stand before it", () => {
  const system = `short${long}`;
  expect(cutSystem(system, [5, system.length], { minimum: 1024 })).toEqual([{ text: system, cached: true }]);
  expect(cutSystem(system, [5, system.length], { minimum: 1024, before: 4000 })).toHaveLength(2);
});

test("of more than four ends the first three and the last are kept", () => {
  const pieces = cutSystem("abcdefg", [1, 2, 3, 4, 5, 6], { minimum: 0 });
  expect(pieces.map(({ text, cached }) => text + (cached ? "|" : ""))).toEqual([
    "a|",
    "b|",
    "c|",
    "def|",
    "g",
  ]);
});

test("without ends the text is one piece, and an empty text is none", () => {
  expect(cutSystem("all", [])).toEqual([{ text: "all", cached: false }]);
  expect(cutSystem("", [0])).toEqual([]);
});

test("joined, the pieces are the text again, and none of several is blank", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", " ", "\n", "\t", "中"), maxLength: 40 });
  const ends = fc.array(fc.integer({ min: -2, max: 45 }), { maxLength: 8 });
  fc.assert(
    fc.property(text, ends, fc.integer({ min: 0, max: 10 }), (system, breaks, minimum) => {
      const pieces = cutSystem(system, breaks, { minimum });
      expect(pieces.map((piece) => piece.text).join("")).toBe(system);
      expect(pieces.filter(({ cached }) => cached).length).toBeLessThanOrEqual(mostBreakpoints);
      if (pieces.length > 1) expect(pieces.every((piece) => piece.text.trim() !== "")).toBe(true);
    }),
    { numRuns: 100 },
  );
});
