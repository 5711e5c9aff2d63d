import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText, plainLine } from "./plain-text.ts";

test.each([
  ["colour", "\u001b[1;31mred\u001b[0m", "red"],
  ["colour by the 8-bit introducer", "\u009b31mred", "red"],
  ["cursor moves and clearing", "a\u001b[2J\u001b[10;10H\u001b[?25lb", "ab"],
  ["a window title", "\u001b]0;my title\u0007text", "text"],
  ["a link, ended by ST", "\u001b]8;;https://example.org\u001b\\text\u001b]8;;\u001b\\", "text"],
  ["a device control string", "\u001bPq#0;1\u001b\\text", "text"],
  ["a character set switch", "\u001b(0lqqk\u001b(B", "lqqk"],
  ["an introducer in an introducer", "\u001b\u001b[[31mred", "31mred"],
  ["controls", "a\u0000b\bc\u007fd\u0085e", "abcde"],
  ["bidi overrides and isolates", "a\u202eb\u2066c\u200fd", "abcd"],
  ["invisible text", "a\u200bb\u{e0041}c\ufeff", "abc"],
])("%s is taken out", (_, hostile, plain) => {
  expect(plainLine(hostile)).toBe(plain);
});

test("an unfinished sequence does not take the rest of the text with it", () => {
  expect(plainLine("\u001b]0;the answer is 42")).toBe("0;the answer is 42");
});

test("one line stays one line, words apart", () => {
  expect(plainLine("a\r\nb\tc\u2028d\re")).toBe("a b c d e");
});

test("plain text keeps lines and tabs", () => {
  expect(plainText("a\r\nb\tc\rd")).toBe("a\nb\tc\nd");
});

test.each(["Отвечай на языке", "漢字 カナ", "👩‍👩‍👧 e\u0301", "می‌خواهم"])("%s is left as it is", (text) => {
  expect(plainLine(text)).toBe(text);
});

test("whatever goes in, no control comes out, and a second time changes nothing", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u001b", "[", "]", "\u009b", "\u009d", "\\", "\u0007", "0;", "m", "\u202e"),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const plain = plainLine(pieces.join(""));
      expect(plain).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      expect(plainLine(plain)).toBe(plain);
    }),
  );
});
