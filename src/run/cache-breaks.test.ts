import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssembledLayer, Assembly } from "../assemble/index.ts";
import type { Stack } from "../load/index.ts";
import { cacheBreaks } from "./cache-breaks.ts";

const tiers = [
  { id: "core", cached: true },
  { id: "session", cached: true },
  { id: "turn", cached: false },
] as Stack["tiers"];

/** An assembly of layers, each a text of a tier, joined by a separator. */
function joined(parts: { tier: string; text: string }[], separator: string, end = ""): Assembly {
  let text = "";
  const layers = parts.map(({ tier, text: body }, i) => {
    if (i > 0) text += separator;
    const start = Buffer.byteLength(text);
    text += body;
    return { id: String(i), tier, channel: "system", start, end: Buffer.byteLength(text) } as AssembledLayer;
  });
  return { text: text + end, layers } as Assembly;
}

test("a cached tier ends where the next one begins: the separator is still its own", () => {
  const parts = [
    { tier: "core", text: "é😀" },
    { tier: "core", text: "two" },
    { tier: "session", text: "here" },
    { tier: "turn", text: "now" },
  ];
  const assembly = joined(parts, "\n\n");
  expect(cacheBreaks(assembly, { tiers })).toEqual([
    "é😀\n\ntwo\n\n".length,
    "é😀\n\ntwo\n\nhere\n\n".length,
  ]);
});

test("the last cached tier reaches to the very end, an uncached one has none", () => {
  expect(cacheBreaks(joined([{ tier: "core", text: "a" }], "\n", "\n"), { tiers })).toEqual([2]);
  expect(cacheBreaks(joined([{ tier: "turn", text: "a" }], "\n"), { tiers })).toEqual([]);
  expect(cacheBreaks(joined([], "\n"), { tiers })).toEqual([]);
});

test("property: the pieces joined are the text, and no character is cut", () => {
  const part = fc.record({
    tier: fc.constantFrom("core", "session", "turn"),
    text: fc.string({ unit: "binary", minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom("", "\n\n", "—"), (parts, separator) => {
      const order = ["core", "session", "turn"];
      const whole = parts.map((one) => ({ ...one, text: one.text.toWellFormed() }));
      const assembly = joined(
        whole.toSorted((a, b) => order.indexOf(a.tier) - order.indexOf(b.tier)),
        separator,
      );
      const breaks = cacheBreaks(assembly, { tiers });
      expect(breaks).toEqual(breaks.toSorted((a, b) => a - b));
      const pieces = [...breaks, assembly.text.length].map((end, i) =>
        assembly.text.slice(breaks[i - 1] ?? 0, end),
      );
      expect(pieces.join("")).toBe(assembly.text);
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    }),
    { numRuns: 100 },
  );
});
