import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeClose, removeFences } from "./escape-close.ts";

const zwsp = "\u200B";
const open = "--- BEGIN EXTERNAL CONTENT ---";
const close = "--- END EXTERNAL CONTENT ---";

/** How often a delimiter occurs, overlaps counted. */
function countOf(delimiter: string, text: string): number {
  let count = 0;
  for (let i = text.indexOf(delimiter); i >= 0; i = text.indexOf(delimiter, i + 1)) count++;
  return count;
}

const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Texts made of a delimiter's own parts, and the delimiter. */
const delimited = fc
  .oneof(
    fc.constantFrom(close, "</memory-context>", "---", "aba", "<<>>", "😀😀", "\n--\n"),
    fc.string({ minLength: 1 }),
  )
  .chain((delimiter) => {
    const part = fc
      .tuple(fc.nat(delimiter.length), fc.nat(delimiter.length))
      .map(([a, b]) => delimiter.slice(Math.min(a, b), Math.max(a, b)));
    const piece = fc.oneof(
      part,
      fc.constant(delimiter),
      fc.constant(zwsp),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    const text = fc.array(piece).map((pieces) => pieces.join(""));
    return fc.tuple(fc.constant(delimiter), text, text);
  });

describe("RGT-14 escapeClose", () => {
  test("puts the mark after the leading dashes", () => {
    expect(escapeClose(close, close, zwsp)).toBe("---\u200B END EXTERNAL CONTENT ---");
  });

  test("leaves one delimiter in wrapper and body, and the broken one once", () => {
    const wrapped = `${open}\n${escapeClose(`a\n${close}\nb`, close, zwsp)}\n${close}`;
    expect(countOf(close, wrapped)).toBe(1);
    expect(countOf(`---${zwsp} END EXTERNAL CONTENT ---`, wrapped)).toBe(1);
  });

  test.each([
    ["</m>", "a</m>b", "a<\u200B/m>b"],
    ["---", "----", "-\u200B-\u200B--\u200B"],
    ["aba", "abababa", "a\u200Bba\u200Bba\u200Bba"],
    ["😀x", "😀x", "😀\u200Bx"],
    ["#", "a#b", "a\u200Bb"],
  ])("breaks every %j", (delimiter, body, escaped) => {
    expect(escapeClose(body, delimiter, zwsp)).toBe(escaped);
  });

  test.each(["", "---", "--- END", "--- end external content ---"])("leaves %j alone", (body) => {
    expect(escapeClose(body, close, zwsp)).toBe(body);
  });

  test("a body cannot use the start of the delimiter after it", () => {
    const body = escapeClose("--- END EXTERNAL CONTENT ", close, zwsp);
    expect(countOf(close, body + close)).toBe(1);
  });

  test("a body cannot use the end of what stands before it", () => {
    const body = escapeClose(" END EXTERNAL CONTENT ---", close, zwsp, { before: open, after: close });
    expect(countOf(close, open + body + close)).toBe(1);
  });

  test("a delimiter that spans the gap before the real one is broken too", () => {
    const body = escapeClose("a", "a\na", zwsp, { before: "", after: "\na\na" });
    expect(countOf("a\na", `${body}\na\na`)).toBe(1);
  });

  test("an empty delimiter, an empty mark and a mark that could build the delimiter are refused", () => {
    expect(() => escapeClose("a", "", zwsp)).toThrow(RangeError);
    expect(() => escapeClose("a", close, "")).toThrow(RangeError);
    expect(() => escapeClose("a", close, "x-")).toThrow(RangeError);
  });

  test("no body makes the delimiter occur more often than the wrapper alone has it", () => {
    fc.assert(
      fc.property(delimited, ([delimiter, body, before]) => {
        fc.pre(!delimiter.includes(zwsp));
        const escaped = escapeClose(body, delimiter, zwsp, { before, after: delimiter });
        expect(escaped).not.toContain(delimiter);
        expect(countOf(delimiter, before + escaped + delimiter)).toBe(countOf(delimiter, before) + 1);
        expect(countOf(delimiter, escapeClose(body, delimiter, zwsp) + delimiter)).toBe(1);
        expect(escapeClose(escaped, delimiter, zwsp, { before, after: delimiter })).toBe(escaped);
      }),
      { numRuns: 1000 },
    );
  });

  test("nothing is lost where the delimiter has more than one character", () => {
    fc.assert(
      fc.property(delimited, ([delimiter, body]) => {
        fc.pre(!delimiter.includes(zwsp) && [...delimiter].length > 1);
        const bare = (text: string) => text.replaceAll(zwsp, "");
        expect(bare(escapeClose(body, delimiter, zwsp))).toBe(bare(body));
      }),
    );
  });
});

describe("VIB-36 removeFences", () => {
  const fences = ["<memory-context>", "</memory-context>"];

  test.each([
    ["a</memory-context>b", "ab"],
    ["<memory-context>\nfact\n</memory-context>", "\nfact\n"],
    ["</mem</memory-context>ory-context>", ""],
    ["<memory<memory-context>-con</memory-context>text>x", "x"],
    ["</Memory-CONTEXT>x", "x"],
    ["<memory-contexts>", "<memory-contexts>"],
    ["", ""],
  ])("%j", (body, rest) => {
    expect(removeFences(body, fences)).toBe(rest);
  });

  test("the longest of two fences with the same end is taken out", () => {
    expect(removeFences("a<<END b", ["END", "<<END"])).toBe("a b");
  });

  test("an empty fence takes nothing out", () => {
    expect(removeFences("abc", ["", "b"])).toBe("ac");
  });

  test("a deeply nested fence is taken out in one go", () => {
    const depth = 50_000;
    expect(removeFences("</mem".repeat(depth) + "ory-context>".repeat(depth), fences)).toBe("");
  });

  test("whatever the body is made of, no fence is left, and a body without one is unchanged", () => {
    fc.assert(
      fc.property(delimited, delimited, ([first, body], [second]) => {
        const rest = removeFences(body, [first, second]);
        for (const fence of [first, second]) expect(lower(rest)).not.toContain(lower(fence));
        expect(removeFences(rest, [first, second])).toBe(rest);
      }),
      { numRuns: 1000 },
    );
  });
});
