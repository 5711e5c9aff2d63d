import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { byteLength, canonicalText, decodeUtf8, sha256, stableJson } from "../util/index.ts";

// What every hash of an assembly rests on.

const piece = fc.constantFrom("a", "\r", "\n", "\r\n", "\uFEFF", "é", "😀", " ", "\0", "\u2028");
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));

test("canonical text is canonical already", () => {
  fc.assert(
    fc.property(text, (value) => {
      // Only one byte order mark is taken off, so that of two the second is text.
      fc.pre(!value.startsWith("\uFEFF\uFEFF"));
      expect(canonicalText(canonicalText(value))).toBe(canonicalText(value));
    }),
  );
});

test("canonical text differs from the text by its line ends and one leading byte order mark alone", () => {
  fc.assert(
    fc.property(text, (value) => {
      const lines = value.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
      expect(canonicalText(value)).toBe(lines.join("\n"));
    }),
  );
});

test("a text that is decoded is the text that was encoded", () => {
  fc.assert(
    fc.property(text, (value) => void expect(decodeUtf8(new TextEncoder().encode(value))).toBe(value)),
  );
});

test.each([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80]])(
  "bytes that are not UTF-8 have no text: %j",
  (...bytes) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBeUndefined();
  },
);

test("a hash is the SHA-256 of the UTF-8 bytes", () => {
  expect(sha256("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"); // FIPS 180-4
  fc.assert(
    fc.property(text, (value) => {
      expect(sha256(value)).toBe(
        `sha256:${createHash("sha256").update(Buffer.from(value, "utf8")).digest("hex")}`,
      );
      expect(sha256(new TextEncoder().encode(value))).toBe(sha256(value));
      expect(byteLength(value)).toBe(new TextEncoder().encode(value).length);
    }),
  );
});

const key = fc.constantFrom("a", "b", "B", "é", "10", "9", "__proto__", "constructor", "");
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(null, 1, -0.5, "x", true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { noNullPrototype: false }),
  ),
}));

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, item] of Object.entries(value).toReversed()) result[name] = reversed(item);
  return result;
}

test("the order of keys does not change stable JSON, and so no hash", () => {
  fc.assert(fc.property(json, (value) => void expect(stableJson(reversed(value))).toBe(stableJson(value))));
});

test("stable JSON is JSON of the same value", () => {
  fc.assert(
    fc.property(
      json,
      (value) => void expect(JSON.parse(stableJson(value))).toEqual(JSON.parse(JSON.stringify(value))),
    ),
  );
});

test("the order of a list does change it", () => {
  expect(stableJson([1, 2])).not.toBe(stableJson([2, 1]));
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, Symbol("x")])(
  "what JSON cannot hold is refused: %s",
  (value) => {
    expect(() => stableJson({ value })).toThrow(TypeError);
  },
);
