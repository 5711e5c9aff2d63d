import fc from "fast-check";
import { expect, test } from "vitest";
import { trustReport, type TrustTrial } from "./trust.ts";

/** The trials of one case, by version: P passed, f failed, ? unmeasured. */
function trials(id: string, byVersion: Record<string, string>, combination = "main"): TrustTrial[] {
  return Object.entries(byVersion).flatMap(([version, text]) =>
    [...text].map((letter) => ({
      ...{ version, case: id, combination, outcome: letter === "?" ? null : letter === "P" ? 1 : 0 },
    })),
  );
}

test("cases that never tell versions apart, and those that only agree with another", () => {
  const report = trustReport([
    ...trials("always", { v1: "PP", v2: "PP" }),
    ...trials("never", { v1: "ff", v2: "ff" }),
    ...trials("tells", { v1: "PP", v2: "ff" }),
    ...trials("twin", { v1: "PP", v2: "ff" }),
    ...trials("own", { v1: "ff", v2: "PP" }),
    ...trials("seen once", { v2: "PP" }),
    ...trials("unmeasured", { v1: "??", v2: "??" }),
  ]);
  expect(report).toMatchObject({
    ...{ versions: 2, alwaysPass: ["always"], alwaysFail: ["never"], alike: [["tells", "twin"]] },
  });
});

test("agreement counts per combination", () => {
  const one = [...trials("x", { v1: "P", v2: "f" }, "a"), ...trials("x", { v1: "f", v2: "P" }, "b")];
  const two = [...trials("y", { v1: "P", v2: "f" }, "b"), ...trials("y", { v1: "f", v2: "P" }, "a")];
  expect(trustReport([...one, ...two]).alike).toEqual([]);
});

test("flake is that of the last version's last 20 runs", () => {
  const { flakes } = trustReport(trials("x", { v1: "ffff", v2: "f".repeat(5) + "PPPPPPPPPPfffffPPPPP" }));
  expect(flakes).toMatchObject([{ version: "v2", passes: 15, runs: 20, flaky: true, failsAtMost: null }]);
  // 2 * 15 * 5/(20 * 19); Wilson 15 of 20: 0.5313 to 0.8881 (R prop.test).
  expect(flakes[0]!.flip).toBeCloseTo(150 / 380, 12);
  expect(flakes[0]!.interval[0]).toBeCloseTo(0.5313, 4);
  expect(flakes[0]!.interval[1]).toBeCloseTo(0.8881, 4);
  expect(flakes[0]!.always).toBeCloseTo((15 * 14 * 13) / (20 * 19 * 18), 12);
});

test("a steady case is not flaky, and says how rarely it may fail", () => {
  const [flake] = trustReport(trials("x", { v1: "P".repeat(20) })).flakes;
  expect(flake).toMatchObject({ flaky: false, flip: 0, once: 1, always: 1 });
  expect(flake!.failsAtMost).toBeCloseTo(0.1684, 4); // R binom.test(0, 20): 0 to 0.1684
  expect(trustReport(trials("y", { v1: "P" })).flakes[0]).toMatchObject({
    flip: null,
    once: null,
    flaky: false,
  });
});

test("no case is in two lists, and no list depends on the order of the cases", () => {
  const text = fc
    .array(fc.constantFrom("P", "f"), { minLength: 1, maxLength: 2 })
    .map((letters) => letters.join(""));
  fc.assert(
    fc.property(fc.array(fc.record({ v1: text, v2: text }), { minLength: 1, maxLength: 8 }), (list) => {
      const own = list.map((versions, i) => trials(`c${i}`, versions));
      const { alwaysPass, alwaysFail, alike } = trustReport(own.flat());
      const all = [...alwaysPass, ...alwaysFail, ...alike.flat()];
      expect(new Set(all).size).toBe(all.length);
      const turned = trustReport(own.toReversed().flat());
      expect([turned.alwaysPass, turned.alwaysFail]).toEqual([alwaysPass, alwaysFail]);
      expect(turned.alike.map((group) => group.join(" ")).toSorted()).toEqual(
        alike.map((group) => group.join(" ")).toSorted(),
      );
    }),
    { numRuns: 60 },
  );
});
