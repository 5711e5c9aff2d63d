import fc from "fast-check";
import { expect, test } from "vitest";
import { masked, readProse, sentencesOf } from "./prose.ts";

test("code, quotations, addresses and comments are masked in place", () => {
  const text = 'Use `rm` or "please" at https://a.example/b <!-- x --> now.\n```\nplease\n```\n';
  const { lines, isCode } = readProse(text, 1);
  expect(lines[0]).toBe(
    `Use ${masked.repeat(4)} or ${masked.repeat(8)} at ${masked.repeat(19)} ${masked.repeat(10)} now.`,
  );
  expect(lines[2]).toBe(masked.repeat(6));
  expect([0, 1, 2, 3].map(isCode)).toEqual([false, true, true, true]);
});

test("list items, paragraphs, headings and table rows are blocks with the line they start on", () => {
  const { blocks } = readProse("# A\nb\nc\n\n- d\n  e\n- f\n| g |\n", 11);
  expect(blocks.map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ["heading", 11, "# A"],
    ["paragraph", 12, "b\nc"],
    ["item", 15, "- d\n  e"],
    ["item", 17, "- f"],
    ["table", 18, "| g |"],
  ]);
});

test("sentences have the line on which they start and no list marks", () => {
  const [block] = readProse("- **Never** guess. Ask\n  first! Then\n  act.", 5).blocks;
  expect(sentencesOf(block!)).toEqual([
    { line: 5, text: "Never guess." },
    { line: 5, text: "Ask first!" },
    { line: 6, text: "Then act." },
  ]);
});

test("whatever the text, lines keep their number and length, and blocks stay inside it", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\n", "```", "`", '"', "- ", "# ", "<!--", "-->", "| ", ". ", "“", "”", "https://"),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      const { lines, blocks } = readProse(text, 1);
      expect(lines.map(({ length }) => length)).toEqual(text.split("\n").map(({ length }) => length));
      for (const block of blocks) {
        const last = block.line + block.text.split("\n").length - 1;
        expect(last).toBeLessThanOrEqual(lines.length);
        for (const { line } of sentencesOf(block)) {
          expect(line).toBeGreaterThanOrEqual(block.line);
          expect(line).toBeLessThanOrEqual(last);
        }
      }
    }),
    { numRuns: 100 },
  );
});
