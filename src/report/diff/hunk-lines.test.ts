import fc from "fast-check";
import { expect, test } from "vitest";
import { hunkLines, plainMark } from "./hunk-lines.ts";

type Part = Parameters<typeof hunkLines>[0]["parts"][0];

const lines = (...parts: [Part["kind"], string][]) =>
  hunkLines(
    { line: { before: 1, after: 1 }, parts: parts.map(([kind, text]) => ({ kind, text })) },
    plainMark,
  );

test("words that went and came are marked in their line", () => {
  expect(lines(["same", "port "], ["removed", "1"], ["added", "2"], ["same", ", always.\n"])).toEqual([
    "port [-1-]{+2+}, always.",
  ]);
});

test("each line of a longer part is marked by itself, and an empty one is an empty line", () => {
  expect(lines(["removed", "a\n\nb\n"])).toEqual(["[-a-]", "", "[-b-]"]);
});

test("a line end that went or came is shown", () => {
  expect(lines(["same", "a"], ["added", "\n"], ["same", "b\n"])).toEqual(["a{+⏎+}", "b"]);
});

test("long stretches that stayed are cut to what is near a change", () => {
  const long = "x".repeat(500);
  const [line] = lines(
    ["same", long],
    ["removed", "1"],
    ["same", long],
    ["added", "2"],
    ["same", `${long}\n`],
  );
  const near = "x".repeat(60);
  expect(line).toBe(`…${near}[-1-]${near}…${near}{+2+}${near}…`);
});

test("nothing of a text can steer a terminal", () => {
  const kind = fc.constantFrom<Part["kind"]>("same", "removed", "added");
  const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "\r", "\x1b[31m", "\x07", "\u202e", "é") });
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, text)), (parts) => {
      // oxlint-disable-next-line no-control-regex
      expect(lines(...parts).join("")).not.toMatch(/[\x00-\x1f\x7f\u202e]/);
    }),
    { numRuns: 100 },
  );
});
