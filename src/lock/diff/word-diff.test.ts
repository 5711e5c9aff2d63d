import fc from "fast-check";
import { expect, test } from "vitest";
import { type Hunk, wordDiff } from "./word-diff.ts";

test("one word in a long text is one word, with its line", () => {
  const text = (port: string) => `One.\nThe till listens on port ${port}, always.\nThree.\n`;
  expect(wordDiff(text("7340"), text("7341"))).toEqual([
    {
      line: { before: 2, after: 2 },
      parts: [
        { kind: "same", text: "The till listens on port " },
        { kind: "removed", text: "7340" },
        { kind: "added", text: "7341" },
        { kind: "same", text: ", always.\n" },
      ],
    },
  ]);
});

test("lines that stayed are left out, and those after a change keep their numbers", () => {
  const hunks = wordDiff("a\nb\nc\nd\n", "a\nx\ny\nc\n");
  expect(hunks.map(({ line }) => line)).toEqual([
    { before: 2, after: 2 },
    { before: 4, after: 5 },
  ]);
});

test("a text that came or went is one part", () => {
  expect(wordDiff("", "new\n")).toEqual([
    { line: { before: 1, after: 1 }, parts: [{ kind: "added", text: "new\n" }] },
  ]);
  expect(wordDiff("same", "same")).toEqual([]);
});

test("texts with nothing in common are told apart in no time", () => {
  const words = (prefix: string) => Array.from({ length: 20_000 }, (_, i) => `${prefix}${i}`).join(" ");
  const [hunk] = wordDiff(words("a"), words("b"));
  expect(hunk!.parts.map(({ kind }) => kind)).toEqual(["removed", "added"]);
});

/** A text with its changed places replaced by those of one side. */
function patched(text: string, hunks: readonly Hunk[], side: "before" | "after"): string {
  const lines = text.split(/(?<=\n)/);
  const [from, to] = side === "before" ? (["before", "removed"] as const) : (["after", "added"] as const);
  let out = "";
  let next = 0;
  for (const { line, parts } of hunks) {
    const own = parts.filter(({ kind }) => kind === "same" || kind === to).map((part) => part.text);
    const at = line[from] - 1;
    out += lines.slice(next, at).join("") + own.join("");
    next =
      at +
      own
        .join("")
        .split(/(?<=\n)/)
        .filter((part) => part !== "").length;
  }
  return out + lines.slice(next).join("");
}

test("the parts of each side are that side's own lines, at the line that is told", () => {
  const word = fc.constantFrom("a", "b", "c", " ", "\n", "ü", ".");
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = wordDiff(before, after);
      expect(patched(before, hunks, "before")).toBe(before);
      expect(patched(after, hunks, "after")).toBe(after);
      expect(hunks.length === 0).toBe(before === after);
    }),
    { numRuns: 100 },
  );
});
