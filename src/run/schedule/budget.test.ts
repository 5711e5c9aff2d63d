import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";
import type { Call } from "./types.ts";

const call = { model: "m:m" } as Call;
const answer = { kind: "answer", text: "" } as const;

test("what a call can cost at most is set aside until it is over", () => {
  const budget = createBudget({ maxCost: 10 }, { atMost: () => 6, of: () => 3 });
  expect([budget.reserve(call), budget.reserve(call)]).toEqual(["fits", "wait"]);
  budget.settle(call, answer); // 3 paid
  expect(budget.reserve(call)).toBe("fits");
  budget.settle(call, answer); // 6 paid: 6 more would be too much
  expect([budget.reserve(call), budget.reached()]).toEqual(["over", "--max-cost"]);
});

test("a failure costs nothing; an answer that nobody counted costs what was set aside", () => {
  const budget = createBudget({ maxCost: 12 }, { atMost: () => 6, of: () => null });
  budget.reserve(call);
  budget.settle(call, undefined);
  budget.reserve(call);
  budget.settle(call, answer);
  expect(budget.reserve(call)).toBe("fits");
  budget.settle(call, answer);
  expect(budget.reserve(call)).toBe("over");
});

test("an unknown price never fits under a ceiling of cost, and always without one", () => {
  const unknown = { atMost: () => null, of: () => null };
  expect(createBudget({ maxCost: 1e9 }, unknown).reserve(call)).toBe("over");
  expect(createBudget({ maxCalls: 1 }, unknown).reserve(call)).toBe("fits");
});

test("no call at all is allowed by 0", () => {
  const budget = createBudget({ maxCalls: 0 }, { atMost: () => 0, of: () => 0 });
  expect([budget.reserve(call), budget.reached()]).toEqual(["over", "--max-calls"]);
});

test("property: whatever calls really cost, up to their most, the ceiling is never passed", () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 50 });
  fc.assert(
    fc.property(shares, fc.double({ min: 0, max: 20, noNaN: true }), (costs, maxCost) => {
      let paid = 0;
      const running: number[] = [];
      const budget = createBudget({ maxCost }, { atMost: () => 1, of: () => running[0]! });
      for (const cost of costs) {
        while (budget.reserve(call) === "wait") {
          paid += running[0]!;
          budget.settle(call, answer);
          running.shift();
        }
        if (budget.reached() !== null) break;
        running.push(cost);
      }
      expect(paid + running.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(maxCost + 1e-9);
    }),
  );
});
