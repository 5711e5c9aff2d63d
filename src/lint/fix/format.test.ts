import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText } from "../../util/index.ts";
import { fixFormat } from "./format.ts";

test.each([
  ["CRLF", "a\r\nb\r\n", "a\nb\n", ["line-ends"]],
  ["lone CR", "a\rb", "a\nb", ["line-ends"]],
  ["a byte order mark", "\ufeffa\n", "a\n", ["byte-order-mark"]],
  ["blanks at line ends", "a \nb\t\n \nc   ", "a\nb\n\nc", ["trailing-space"]],
  ["a hard break", "a  \nb\n", "a  \nb\n", []],
  ["two blanks that break nothing", "a  \n\nb\n", "a\n\nb\n", ["trailing-space"]],
  ["blanks in code", "```\na \n```\n", "```\na \n```\n", []],
  [
    "front matter",
    "---\ndescription: d\nversion: 1.0.0\n---\na\n",
    "---\nversion: 1.0.0\ndescription: d\n---\na\n",
    ["front-matter-order"],
  ],
  [
    "front matter of several lines",
    "---\ndescription: >\n  d\nversion: 1.0.0\n---\na\n",
    "---\ndescription: >\n  d\nversion: 1.0.0\n---\na\n",
    [],
  ],
])("%s", (_, raw, text, kinds) => {
  expect(fixFormat(raw, true)).toEqual({ text, kinds });
});

test("front matter of files that are no layers is left alone", () => {
  const text = "---\ndescription: d\nversion: 1.0.0\n---\na\n";
  expect(fixFormat(text, false)).toEqual({ text, kinds: [] });
});

test("a second time changes nothing, and words and their order stay", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(" ", "  ", "\t", "\n", "\r\n", "\r", "```", "---\n", "version: 1.0.0\n", "b: c\n"),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, isLayer) => {
      const raw = pieces.join("");
      const { text } = fixFormat(raw, isLayer);
      expect(fixFormat(text, isLayer)).toEqual({ text, kinds: [] });
      const words = (value: string) =>
        canonicalText(value)
          .split(/[ \t\n]+/)
          .filter((word) => word !== "");
      const [before, after] = [words(raw), words(text)];
      expect(isLayer ? after.toSorted() : after).toEqual(isLayer ? before.toSorted() : before);
    }),
    { numRuns: 100 },
  );
});
