import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { quoteScalar } from "./quote-scalar.ts";

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;

test.each([
  ["Alice", `"Alice"`],
  ["@alice", `"@alice"`],
  [789, "789"],
  [-1_001_234_567_890, "-1001234567890"],
  [null, "null"],
  ["", `""`],
  ["null", `"null"`],
  [`a"b\\c`, String.raw`"a\"b\\c"`],
  ["Зоя 😀", `"Зоя 😀"`],
])("RGT-21 %j becomes %s", (value, quoted) => {
  expect(quoteScalar(value)).toBe(quoted);
});

test("RGT-21 a name cannot begin a heading", () => {
  expect(quoteScalar("A\n## X")).toBe(String.raw`"A\n## X"`);
});

test.each(
  [..."\n\r\v\f\t\b\0\u001b\u007f\u0085\u009f\u2028\u2029\uFEFF\ud800"].map((character) => [character]),
)("RGT-21 %j is escaped", (character) => {
  expect(quoteScalar(`a${character}b`)).toMatch(/^"a\\(?:[nrtbf]|u[0-9a-f]{4})b"$/);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])("%d is refused", (value) => {
  expect(() => quoteScalar(value)).toThrow(RangeError);
});

test("any value is one line that JSON and YAML read back", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(
      fc.constantFrom("\n", "\r", "\u0085", "\u2028", "\\", '"', "'", "#", ": ", "- ", " ", "\ud800", "a"),
    ),
  );
  const number = fc.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true }));
  const value = fc.oneof(
    text.map((parts) => [parts].flat().join("")),
    number,
    fc.constant(null),
  );
  fc.assert(
    fc.property(value, (input) => {
      const quoted = quoteScalar(input);
      expect(quoted).not.toMatch(lineBreak);
      const expected = input === 0 ? 0 : input; // -0 is written as 0
      expect(JSON.parse(quoted)).toBe(expected);
      expect(parse(quoted)).toBe(expected);
      expect(parse(`key: ${quoted}\nnext: 1\n`)).toEqual({ key: expected, next: 1 });
    }),
    { numRuns: 1000 },
  );
});
