import { expect, test } from "vitest";
import { casesWorthALook, confirm, smallestVisibleDrop, unitChanges } from "./confirm.ts";
import { unit, units } from "./testing.ts";

test("a loss is confirmed on fresh runs by Fisher's mid-p, Holm over all that were tried", () => {
  const fresh = [unit("lost", "PPPPPPPPPP", "PPPfffffff"), ...units(4, "PPPPPPPPPP", "PPPPPPPPPP")];
  const { confirmed, tried } = confirm(fresh, "pass-fail");
  // R 4.2.2: Fisher mid-p of 10/10 against 3/10 is 0.000773994; five were tried.
  expect(confirmed).toMatchObject([{ case: "lost", passesA: 10, passesB: 3 }]);
  expect(confirmed[0]!.p).toBeCloseTo(5 * 0.0007739938, 9);
  expect(tried).toBe(5);
});

test("the more units are tried, the larger the loss must be", () => {
  // 10/10 against 5/10: mid-p 252/15504/2 = 0.00813.
  const loss = unit("half", "PPPPPPPPPP", "PPPPPfffff");
  expect(confirm([loss], "pass-fail").confirmed).toHaveLength(1);
  expect(confirm([loss, unit("other", "PPPPPPPPPP", "PPPPPPPPPP")], "pass-fail").confirmed).toEqual([]);
});

test("units without enough measured runs are told apart from those that are cleared", () => {
  const fresh = [unit("gap", "PPPPPPPPPP", "PPPPPPPPP?"), unit("ok", "PPPPPPPPPP", "PPPPPPPPPP")];
  expect(confirm(fresh, "pass-fail").untold.map((one) => one.case)).toEqual(["gap"]);
  expect(confirm([unit("none", "??????????", "")], "pass-fail")).toMatchObject({
    ...{ confirmed: [], untold: [{ case: "none", runsA: 0 }] },
  });
});

test("the smallest visible drop is what 10 runs can show", () => {
  // One unit: up to 5 of 10 is confirmed. scipy: beta.ppf(0.2, 6, 5) = 0.419135.
  expect(smallestVisibleDrop(1)).toBeCloseTo(1 - 0.419135, 6);
  // Five units share the level: up to 3 of 10 (mid-p 0.00077). scipy: beta.ppf(0.2, 4, 7).
  expect(smallestVisibleDrop(5)).toBeCloseTo(1 - 0.239441, 6);
  expect(smallestVisibleDrop(9)).toBeGreaterThan(smallestVisibleDrop(2));
  // 10/10 against 0/10 has a mid-p of 2.7e-6: with 4,000 units nothing can be confirmed.
  expect(smallestVisibleDrop(4000)).toBe(1);
});

test("cases worth a look are a hint by the false discovery rate, the strongest first", () => {
  const list = [
    unit("worse", "PPPPP", "fffff"),
    unit("worst", "PPPPPPPPPP", "ffffffffff"),
    ...units(10, "PPPfP", "PPPPf"),
  ];
  expect(casesWorthALook(list, "pass-fail").map((one) => one.case)).toEqual(["worst", "worse"]);
});

test("every unit's change is listed, the largest drop first", () => {
  const list = [
    unit("won", "Pf", "PP"),
    unit("lost", "PP", "ff"),
    unit("same", "PP", "PP"),
    unit("gap", "P", "?"),
  ];
  expect(unitChanges(list, "pass-fail").map((one) => one.case)).toEqual(["lost", "same", "won"]);
});
