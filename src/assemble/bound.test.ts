import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyBound } from "./bound.ts";

type Bound = Parameters<typeof applyBound>[1];
type Unit = Bound["unit"];
type Cut = Bound["cut"];

function bounded(text: string, unit: Unit, max: number, cut: Cut, marker = "", markerInside = false): string {
  const result = applyBound(text, { kind: "bound", unit, max, cut, marker, markerInside });
  if (result.kind === "over") throw new Error("rejected");
  return result.text;
}

/** The size of a text, counted in another way than the program does. */
const sizes: Record<Unit, (text: string) => number> = {
  bytes: (text) => new TextEncoder().encode(text).length,
  chars: (text) => [...text].length,
  utf16: (text) => text.length,
  lines: (text) => (text === "" ? 0 : text.replace(/\n$/, "").split("\n").length),
};
/** Surrogates without their other half. */
const lone = (text: string) =>
  text.match(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g) ?? [];

const piece = fc.constantFrom(
  "a",
  "b ",
  "é",
  "€",
  "😀",
  "👩‍👩‍👧",
  "\n",
  "\n\n",
  "\u{10FFFF}",
  "\uD83D",
  "\uDE00",
  "\uFEFF",
  "\0",
);
const text = fc.array(piece, { maxLength: 60, size: "max" }).map((pieces) => pieces.join(""));
const unit = fc.constantFrom<Unit>("bytes", "chars", "utf16", "lines");
const max = fc.integer({ min: 1, max: 80 });
/** Shares of the whole that leave no room for an overlap. */
const shares = fc
  .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 }))
  .filter(([head, tail]) => head + tail > 0 && head + tail <= 10)
  .map(([head, tail]): [number, number] => [head / 10, tail / 10]);
/** Markers whose length only grows, or only shrinks, with what is kept. */
const marker = fc.constantFrom(
  "",
  "…",
  "[{{kept}} of {{total}}]",
  "{{head}}+{{tail}} kept",
  "\n({{omitted}} omitted)\n",
);

describe("a bound", () => {
  test("leaves a text that fits as it is", () => {
    fc.assert(
      fc.property(text, unit, shares, (value, by, headTail) => {
        const enough = Math.max(1, sizes[by](value));
        expect(bounded(value, by, enough, "head", "cut")).toBe(value);
        expect(bounded(value, by, enough, { headTail }, "cut", true)).toBe(value);
      }),
    );
  });

  test("gives a start of the text that fits, and the longest one", () => {
    fc.assert(
      fc.property(text, unit, max, (value, by, limit) => {
        const result = bounded(value, by, limit, "head");
        expect(value.startsWith(result)).toBe(true);
        expect(sizes[by](result)).toBeLessThanOrEqual(limit);
        const rest = value.slice(result.length);
        const next = by === "lines" ? /^[^\n]*\n?/.exec(rest)![0] : [...rest].slice(0, 1).join("");
        expect(next === "" || sizes[by](result + next) > limit).toBe(true);
      }),
    );
  });

  test("gives a start and an end of the text, each within its share", () => {
    fc.assert(
      fc.property(text, unit, max, shares, (value, by, limit, headTail) => {
        fc.pre(sizes[by](value) > limit);
        const [head, tail] = bounded(value, by, limit, { headTail }, "\u0001").split("\u0001");
        expect(value.startsWith(head!)).toBe(true);
        expect(value.endsWith(tail!)).toBe(true);
        expect(head!.length + tail!.length).toBeLessThanOrEqual(value.length);
        expect(sizes[by](head!) + sizes[by](tail!)).toBeLessThanOrEqual(limit);
        expect(sizes[by](head!)).toBeLessThanOrEqual(Math.ceil(limit * headTail[0]));
      }),
    );
  });

  test("splits no code point", () => {
    const cuts = fc.oneof(
      fc.constant("head" as const),
      shares.map((headTail) => ({ headTail })),
    );
    fc.assert(
      fc.property(text, unit, max, cuts, (value, by, limit, cut) => {
        const result = bounded(value, by, limit, cut);
        expect(lone(result).length).toBeLessThanOrEqual(lone(value).length);
        expect(bounded(value.toWellFormed(), by, limit, cut).isWellFormed()).toBe(true);
      }),
    );
  });

  test("counts a marker inside the limit wherever the marker has room", () => {
    fc.assert(
      fc.property(text, unit, max, shares, marker, (value, by, limit, headTail, note) => {
        // The longest that the marker can become: every number as long as the largest of them.
        const longest = note.replaceAll(/\{\{\w+\}\}/g, "9".repeat(String(sizes[by](value)).length));
        fc.pre(sizes[by](longest) <= limit);
        expect(sizes[by](bounded(value, by, limit, { headTail }, note, true))).toBeLessThanOrEqual(limit);
        expect(sizes[by](bounded(value, by, limit, "head", note, true))).toBeLessThanOrEqual(limit);
      }),
    );
  });

  // Keeping 99 bytes, the marker has 20 and leaves room for 100; keeping 100, it has 21 and leaves room for 99.
  test("counts a marker inside the limit when it grows with what is kept and with what is not", () => {
    const result = bounded("a".repeat(1100), "bytes", 120, "head", "[{{kept}} kept, {{omitted}} gone]", true);
    expect(result.length).toBeLessThanOrEqual(120);
  });

  test("adds the sizes that it tells of", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 300 }),
        shares,
        fc.boolean(),
        (length, limit, headTail, inside) => {
          fc.pre(length > limit && limit >= 40);
          const note = "<{{head}} {{tail}} {{kept}} {{omitted}} {{total}}>";
          const result = bounded("x".repeat(length), "bytes", limit, { headTail }, note, inside);
          const [, left, numbers, right] = /^(x*)<([\d ]+)>(x*)$/.exec(result)!;
          const [head, tail, kept, omitted, total] = numbers!.split(" ").map(Number);
          expect([left!.length, right!.length]).toEqual([head, tail]);
          expect([head! + tail!, kept! + omitted!]).toEqual([kept, total]);
          expect(total).toBe(length);
        },
      ),
    );
  });

  test.each<Cut>(["reject", "skip"])("that may not cut says how much is too much: %s", (cut) => {
    const bound = { kind: "bound", unit: "bytes", max: 5, cut, marker: "", markerInside: false } as const;
    expect(applyBound("€€", bound)).toEqual({ kind: "over", size: 6 });
    expect(applyBound("€ab", bound)).toMatchObject({ text: "€ab" });
  });
});

describe("vectors", () => {
  const note = "\n... output truncated ({{omitted}} bytes omitted) ...\n";

  test("RIV-23 20,000 bytes into 16,000 leave 7,976, a marker of 47 bytes, and 7,977", () => {
    const result = bounded("a".repeat(20_000), "bytes", 16_000, { headTail: [0.5, 0.5] }, note, true);
    const filled = "\n... output truncated (4047 bytes omitted) ...\n";
    expect(filled).toHaveLength(47);
    expect(result).toBe("a".repeat(7976) + filled + "a".repeat(7977));
  });

  test("RIV-23 6,000 euro signs into 16,000 bytes leave 5,333", () => {
    expect(bounded("€".repeat(6000), "bytes", 16_000, "head")).toBe("€".repeat(5333));
  });

  test("RIV-23 16,001 bytes leave 16,000 and a marker of 12 outside the limit", () => {
    const result = bounded("a".repeat(16_001), "bytes", 16_000, "head", "\n[truncated]");
    expect(result).toBe(`${"a".repeat(16_000)}\n[truncated]`);
    expect(result).toHaveLength(16_012);
  });

  test("a marker that grows by a digit when it takes its own room still fits", () => {
    // 9 of 39 bytes would go but for the marker; with it 18 go, and the number has two digits.
    const result = bounded("a".repeat(39), "bytes", 30, "head", "<{{omitted}} gone>", true);
    expect(result).toBe(`${"a".repeat(21)}<18 gone>`);
  });

  test("VIB-17 25,000 characters leave 14,000, the marker, and 4,000", () => {
    const result = bounded(
      "😀".repeat(25_000),
      "chars",
      20_000,
      { headTail: [0.7, 0.2] },
      "[kept {{head}}+{{tail}} of {{total}}]",
    );
    expect(result).toBe(`${"😀".repeat(14_000)}[kept 14000+4000 of 25000]${"😀".repeat(4000)}`);
  });

  test("the last line counts with and without its line end", () => {
    expect(bounded("1\n2\n3", "lines", 2, "head")).toBe("1\n2\n");
    expect(bounded("1\n2\n", "lines", 2, "head")).toBe("1\n2\n");
    expect(bounded("1\n2\n3\n4", "lines", 2, { headTail: [0.5, 0.5] })).toBe("1\n4");
  });
});
