import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUserError } from "../../util/index.ts";
import { assignVariant } from "./assign-variant.ts";

const even = { control: 1, brief: 1 };

// Worked out with Python's hashlib from the formula in the doc comment.
test.each([
  ["session-1", "brief", "brief", "a"],
  ["session-2", "control", "brief", "c"],
  ["session-3", "control", "brief", "a"],
  ["session-4", "control", "control", "a"],
  ["session-5", "brief", "brief", "a"],
  ["сессия", "control", "control", "c"],
])("%s is assigned as the formula says", (session, inDefault, inTone, ofThree) => {
  expect(assignVariant(session, even).variant).toBe(inDefault);
  expect(assignVariant(session, even, "tone").variant).toBe(inTone);
  expect(assignVariant(session, { a: 8, b: 1, c: 1 }).variant).toBe(ofThree);
});

test("an assignment says its experiment, that it was random, and the shares", () => {
  expect(assignVariant("session-1", { control: 3, brief: 1 }, "tone")).toEqual({
    ...{ experiment: "tone", variant: expect.any(String), random: true },
    shares: { control: 0.75, brief: 0.25 },
  });
});

test("shares follow the weights: 3 to 1 over 20,000 sessions", () => {
  const sessions = Array.from({ length: 20_000 }, (_, i) => assignVariant(`s${i}`, { a: 3, b: 1 }).variant);
  // Counted in Python by the same formula.
  expect(sessions.filter((variant) => variant === "a")).toHaveLength(14_944);
});

test("the order of the weights and their scale are no matter, and a weight of 0 is never chosen", () => {
  const weights = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.nat(9), { minKeys: 1, maxKeys: 5 });
  fc.assert(
    fc.property(fc.string(), weights, fc.integer({ min: 1, max: 50 }), (session, given, scale) => {
      fc.pre(Object.values(given).some((weight) => weight > 0));
      const { variant } = assignVariant(session, given);
      const turned = Object.fromEntries(
        Object.entries(given)
          .toReversed()
          .map(([name, w]) => [name, w * scale]),
      );
      expect(assignVariant(session, turned).variant).toBe(variant);
      expect(given[variant]).toBeGreaterThan(0);
    }),
  );
});

describe("weights that give no share", () => {
  test.each([{}, { a: 0 }, { a: -1, b: 2 }, { a: Number.NaN }, { a: Infinity }])(
    "%j are refused",
    (weights) => {
      let thrown: unknown;
      try {
        assignVariant("s", weights as Record<string, number>);
      } catch (error) {
        thrown = error;
      }
      expect(isUserError(thrown) && thrown.findings.map(({ kind }) => kind)).toEqual(["bad-weights"]);
    },
  );
});
