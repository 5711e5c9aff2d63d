import fc from "fast-check";
import { expect, test } from "vitest";
import { fitText, padText, textWidth, wrapText } from "./text-width.ts";

test.each([
  ["ascii", 5],
  ["кириллица", 9],
  ["漢字", 4],
  ["한국어", 6],
  ["ｆｕｌｌ", 8],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["1️⃣", 2],
  ["🇺🇦", 2],
])("%s takes %i columns", (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test("a text is cut only if it must be, and a wide character never in half", () => {
  expect(fitText("gpt-5.1", 7)).toBe("gpt-5.1");
  expect(fitText("gpt-5.1", 6)).toBe("gpt-5…");
  expect(fitText("漢字漢字", 8)).toBe("漢字漢字");
  expect(fitText("漢字漢字", 6)).toBe("漢字…");
  expect(fitText("ответ", 4)).toBe("отв…");
});

test("a cut and padded text has exactly the width asked for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      expect(textWidth(fitText(text, width))).toBeLessThanOrEqual(width);
      expect(textWidth(padText(fitText(text, width), width))).toBe(width);
    }),
  );
});

test("lines break at spaces and no word is lost", () => {
  expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
  expect(wrapText("unbreakable word", 4)).toEqual(["unbreakable", "word"]);
  expect(wrapText("one two", Infinity)).toEqual(["one two"]);
});
