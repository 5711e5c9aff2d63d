import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitFrontMatter } from "./front-matter.ts";

const line = fc.constantFrom(
  "version: 1.0.0",
  "a: b",
  "",
  "----",
  "-- -",
  " ---",
  "--- ",
  "# c",
  "...",
  "é 😀",
  "\t---",
  "text",
);
const block = fc.array(line, { maxLength: 6 }).map((lines) => lines.map((one) => `${one}\n`).join(""));
const anyText = fc.oneof(
  block,
  block.map((text) => `${text}---\n${text}`),
  fc.string(),
);

test("front matter is what stands between the first two --- lines, and the text is all the rest", () => {
  fc.assert(
    fc.property(block, anyText, (yaml, text) => {
      const firstLine = yaml.split("\n").length + 2;
      expect(splitFrontMatter(`---\n${yaml}---\n${text}`)).toEqual({ yaml, text, firstLine });
    }),
  );
});

test("a text that does not start with a --- line has none", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      fc.pre(!text.startsWith("---\n"));
      expect(splitFrontMatter(text)).toBeNull();
    }),
  );
});

test("without a second --- line it is unterminated", () => {
  fc.assert(fc.property(block, (yaml) => void expect(splitFrontMatter(`---\n${yaml}`)).toBe("unterminated")));
});

test("the closing line may be the last one, without a line end", () => {
  expect(splitFrontMatter("---\na: b\n---")).toEqual({ yaml: "a: b\n", text: "", firstLine: 4 });
});

test("the first line of the text is the line after the closing one", () => {
  const whole = "---\nversion: 1.0.0\n---\nfirst\n";
  const split = splitFrontMatter(whole);
  expect(split).toMatchObject({ text: "first\n" });
  expect(whole.split("\n")[(split as { firstLine: number }).firstLine - 1]).toBe("first");
});

describe("only LF ends a line", () => {
  test.each(["\u2028", "\u2029"])("a --- line cannot begin after another separator (%j)", (separator) => {
    const yaml = `a: "b${separator}---\n"\n`;
    expect(splitFrontMatter(`---\n${yaml}---\ntext`)).toMatchObject({ yaml, text: "text" });
  });

  test.each(["\u2028", "\u2029"])("a --- line cannot end before another separator (%j)", (separator) => {
    const yaml = `a: b\n---${separator}c\n`;
    expect(splitFrontMatter(`---\n${yaml}---\ntext`)).toMatchObject({ yaml, text: "text" });
  });
});
