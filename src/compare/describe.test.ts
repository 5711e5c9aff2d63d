import { describe, expect, test } from "vitest";
import { decide } from "./decide.ts";
import { describeComparison } from "./describe.ts";
import { grouped, onceIn, signedPoints } from "./numbers.ts";
import { drawChange, reachOf } from "./picture.ts";
import { meanFlipRate, planComparison } from "./plan-comparison.ts";
import { defaultRules, type Rules } from "./rules.ts";
import { runs, stateOf, unit, units } from "./testing.ts";
import type { ComparisonState } from "./types.ts";

const rules: Rules = { ...defaultRules, confirm: "none" };

function words(state: ComparisonState, given = rules, context = {}): string[] {
  const decision = decide(given, state);
  if (decision.kind !== "verdict") throw new Error("no verdict yet");
  return describeComparison(decision.comparison, { measure: "pass-fail", ...context });
}

describe("words", () => {
  test("neutral says what is ruled out", () => {
    const said = words(stateOf([...units(98, "P", "P"), ...units(2, "f", "f")]), rules, {
      corpus: { cases: 200, units: 200 },
    });
    expect(said.slice(0, 4)).toEqual([
      "No real change on these 100 cases.",
      "B passes 98% of runs, A 98%.",
      "Most likely change 0 points; between -3.4 and +3.4 fits the data.",
      "A drop of more than 5 points is ruled out.",
    ]);
    expect(said).toContain("100 of 200 cases can be affected.");
    expect(said).toContain("200 runs used, 1,800 saved by stopping early.");
    expect(said).toContain("The smallest drop that these runs find with 80% chance is 4.6 points.");
    expect(said.at(-1)).toBe(
      "100 unchanged cases can still miss a fault that hits fewer than 1 in 33 inputs.",
    );
  });

  test("the change over the whole corpus is the change times the affected share", () => {
    const list = [...units(20, "P", "P"), ...units(10, "P", "f")];
    const said = words(stateOf(list), rules, { corpus: { cases: 300, units: 300 } });
    expect(said).toContain("Over the whole corpus the change is -3.3 points.");
  });

  test("a regression says how rarely chance would do that, and names the confirmed cases", () => {
    const list = [...units(20, "P", "P"), ...units(9, "P", "f"), unit("refund-03", "P", "f")];
    const asked = decide(defaultRules, stateOf(list));
    if (asked.kind !== "more") throw new Error("expected a confirmation");
    const confirmation = asked.units.map((one) => ({
      ...one,
      a: runs("PPPPPPPPPP"),
      b: runs(one.case === "refund-03" ? "Pfffffffff" : "PPPPPPPPPP"),
    }));
    const said = words(stateOf(list, { confirmation }), defaultRules);
    const must = list.map((one) => ({ ...one, policy: "must-pass" as const }));
    expect(words(stateOf(must, { confirmation }), defaultRules)).toContain(
      "Must-pass case refund-03 in main x m: 10/10 -> 1/10, confirmed on fresh runs.",
    );
    expect(said[0]).toMatch(/^B is worse by 33\.3 points \(between -\d+(\.\d)? and [+-]\d+(\.\d)?\)\.$/);
    // Half of 2^-10: once in 2,048.
    expect(said).toContain(
      "If nothing had changed, a drop this large would come up about once in 2,000 tries.",
    );
    expect(said).toContain("Case refund-03 in main x m: 10/10 -> 1/10, confirmed on fresh runs.");
  });

  test("an open verdict says what would settle it and what that costs", () => {
    // SE = sqrt(2)/30; it takes (SE/0.015367)² = 9.41 runs a side, so ten.
    const said = words(stateOf(units(30, "P", "P"), { stopped: true }), rules, { costPerCall: 0.01 });
    expect(said).toEqual(
      expect.arrayContaining([
        "Can't tell yet. Anything from -11.4 to +11.4 points fits; your limit is -5.",
        "Stopped before a verdict.",
        "9 more repeats (540 calls, about $5.40) have an 80% chance to settle it, if B is as good as A.",
      ]),
    );
  });

  test("few cases say how far ten runs can see", () => {
    const fresh = [unit("one", "PPPPPPPPPP", "PPPPPPPPPP")];
    const said = words(stateOf([unit("one", "", "")], { confirmation: fresh }), defaultRules);
    expect(said[0]).toMatch(/^No loss as far as 10 runs a case can show \(1 unit\)\./);
  });

  test("equal says that nothing was compared", () => {
    expect(words(stateOf([]))).toEqual([
      "A and B are equal on this corpus: no request differs, nothing was compared.",
    ]);
  });

  test("never say significant, and print no control characters from names", () => {
    const states = [
      stateOf(units(100, "P", "P")),
      stateOf(units(20, "P", "f")),
      stateOf(units(20, "f", "P")),
      stateOf(units(20, "?", "?")),
      stateOf([
        ...units(20, "P", "f", { combination: "x\u001b[31m" }),
        ...units(20, "f", "P", { combination: "y" }),
      ]),
    ];
    for (const state of states) {
      const said = words({ ...state, stopped: true }).join("\n");
      expect(said.length).toBeGreaterThan(20);
      expect(said).not.toMatch(/significant/i);
      expect(said).not.toContain("\u001b");
    }
  });
});

test("numbers are written the same way everywhere", () => {
  expect([grouped(5), grouped(1234), grouped(1234567)]).toEqual(["5", "1,234", "1,234,567"]);
  expect([0.015, -0.004, -0.0001, 0, -2].map(signedPoints)).toEqual(["+1.5", "-0.4", "0", "0", "-100"]);
  expect([0.05, -0.0312, 1.2].map(signedPoints)).toEqual(["+5", "-3.1", "+100"]);
  expect(onceIn(1 / 2437)).toBe("about once in 2,400 tries");
  expect(onceIn(0)).toBe("less than once in a billion tries");
});

test("the picture shows the interval, the change, zero and the limit", () => {
  const scope = { diff: -0.1, lower: -0.2, upper: 0.05, margin: 0.05 };
  expect(reachOf([scope])).toBe(0.25);
  // 51 columns from -25 to +25: one point each.
  expect(drawChange(scope, 0.25, 51)).toBe(
    `[${" ".repeat(5)}${"-".repeat(10)}o${"-".repeat(4)}!${"-".repeat(4)}+${"-".repeat(5)}${" ".repeat(20)}]`,
  );
  expect(drawChange({ ...scope, lower: -3, upper: 3 }, 1, 11)).toHaveLength(13);
});

test("a plan says what can be seen, before any call", () => {
  const list = units(50, "PPP", "");
  const plan = planComparison(list, defaultRules, 0.1);
  // The table of 1.7 needs 443 pairs: 9 runs of 50 cases.
  expect(plan).toMatchObject({ units: 50, cases: 50, few: false, repeats: 9, moreCases: 0 });
  expect(plan.looks.map(({ runs }) => runs)).toEqual([1, 3, 5, 10]);
  expect((100 * plan.looks[3]!.smallestDrop).toFixed(1)).toBe("4.7"); // R = 500
  // 15 runs of 30 cases, which is past the last look; ten of 45 cases are enough.
  expect(planComparison(units(30, "PPP", ""), defaultRules, 0.1)).toMatchObject({
    ...{ repeats: 15, moreCases: 15 },
  });
  const twice = [...list, ...units(50, "PPP", "", { combination: "other" })];
  expect(planComparison(twice, defaultRules, 0.1)).toMatchObject({ units: 100, repeats: 5 });
  expect(planComparison(list.slice(0, 9), defaultRules, 0.1).few).toBe(true);
  // Unbiased flip rates of 3/3 and 1/3: 0 and 2/3.
  expect(meanFlipRate([...units(1, "PPP", ""), ...units(1, "Pff", "")])).toBeCloseTo(1 / 3, 12);
  expect(meanFlipRate(units(2, "P", ""))).toBeNull();
});
