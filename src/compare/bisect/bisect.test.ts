import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyProbe } from "./classify-probe.ts";
import { nextProbe, type ProbeOutcome, probesOf } from "./next-probe.ts";

/** Bisects commits of which all from `firstBad` on are bad; gives what it found and how many commits it tried. */
function bisect(count: number, firstBad: number, skipped: ReadonlySet<number> = new Set()) {
  const outcomes = new Map<number, ProbeOutcome>();
  for (;;) {
    const step = nextProbe(count, outcomes);
    if (step.kind === "found") return { ...step, tried: outcomes.size };
    if (outcomes.has(step.at)) throw new Error(`${step.at} is tried again`);
    outcomes.set(step.at, skipped.has(step.at) ? "skip" : step.at >= firstBad ? "bad" : "good");
  }
}

const history = fc
  .integer({ min: 1, max: 200 })
  .chain((count) => fc.tuple(fc.constant(count), fc.integer({ min: 0, max: count - 1 })));

describe("bisection", () => {
  test("finds the first bad commit with at most log2 probes", () => {
    fc.assert(
      fc.property(history, ([count, firstBad]) => {
        const { first, good, tried } = bisect(count, firstBad);
        expect({ first, good }).toEqual({ first: [firstBad], good: firstBad - 1 });
        expect(tried).toBeLessThanOrEqual(probesOf(count));
      }),
      { numRuns: 100 },
    );
  });

  test("around skipped commits the first bad one is still among those named, and all others named were skipped", () => {
    const skips = fc.array(fc.integer({ min: 0, max: 199 }), { maxLength: 60 });
    fc.assert(
      fc.property(history, skips, ([count, firstBad], list) => {
        // The ends are tried before, and have a verdict.
        const skipped = new Set(list.filter((at) => at < count - 1));
        const { first } = bisect(count, firstBad, skipped);
        expect(first).toContain(firstBad);
        for (const at of first.slice(0, -1)) expect(skipped).toContain(at);
      }),
      { numRuns: 100 },
    );
  });

  test("one commit needs no probe; 1,000 need ten", () => {
    expect(bisect(1, 0)).toMatchObject({ first: [0], good: -1, tried: 0 });
    expect([probesOf(1), probesOf(2), probesOf(3), probesOf(1000)]).toEqual([0, 1, 2, 10]);
  });
});

describe("a probe", () => {
  const unit = (good: number, bad: number, passes: number, runs = 10) => ({
    ...{ good: { passes: good, runs: 10 }, bad: { passes: bad, runs: 10 } },
    probe: { passes, runs },
  });

  test("of deterministic answers is bad as soon as one unit fails, and good when all pass", () => {
    const exact = (...passes: number[]) =>
      classifyProbe(
        passes.map((one) => unit(10, 0, one, 1)),
        true,
      );
    expect(exact(1, 1)).toBe("good");
    expect(exact(1, 0)).toBe("bad");
    expect(classifyProbe([unit(10, 0, 0, 0)], true)).toBe("unclear");
  });

  test("of sampled answers is what it is much more like, and unclear between the two", () => {
    expect(classifyProbe([unit(10, 0, 9)], false)).toBe("good");
    expect(classifyProbe([unit(10, 0, 1)], false)).toBe("bad");
    expect(classifyProbe([unit(10, 0, 5)], false)).toBe("unclear");
    expect(classifyProbe([unit(8, 5, 7)], false)).toBe("unclear");
    // Two units of little evidence each: 7 of 10 at an 8.5 to 3.5 chance gives a ratio of about 40, twice that decides.
    expect(classifyProbe([unit(8, 3, 7), unit(8, 3, 7)], false)).toBe("good");
    expect(classifyProbe([unit(10, 0, 0, 0)], false)).toBe("unclear");
  });

  test("good and bad change places when the ends do", () => {
    const passes = fc.integer({ min: 0, max: 10 });
    const other = { good: "bad", bad: "good", unclear: "unclear" } as const;
    fc.assert(
      fc.property(fc.array(fc.tuple(passes, passes, passes), { minLength: 1, maxLength: 5 }), (list) => {
        const told = classifyProbe(
          list.map(([a, b, x]) => unit(a, b, x)),
          false,
        );
        expect(
          classifyProbe(
            list.map(([a, b, x]) => unit(b, a, x)),
            false,
          ),
        ).toBe(other[told]);
      }),
      { numRuns: 100 },
    );
  });
});
