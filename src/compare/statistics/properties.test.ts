import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg, holm } from "./adjust.ts";
import { betaInc, betaIncInv } from "./beta.ts";
import { stratifiedExact } from "./exact-test.ts";
import { hypergeometric } from "./hypergeometric.ts";
import { gateInterval } from "./interval.ts";
import { chanceToDecide } from "./looks.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { stratifiedPermutation, type Stratum } from "./permutation-test.ts";
import { smallestDropOf, whatSettles } from "./planning.ts";
import { groupDifference, populationInterval } from "./population.ts";
import { seededRandom } from "./random.ts";
import { wilson } from "./rates.ts";

const runs = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 6 });
const strata = fc.array(fc.record({ a: runs, b: runs }), { minLength: 1, maxLength: 12 });
const scores = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 3 });
const scored = fc.array(fc.record({ a: scores, b: scores }), { minLength: 1, maxLength: 3 });
const chance = fc.double({ min: 0, max: 1, noNaN: true });

const count = (values: readonly number[]) => ({
  passes: values.reduce((sum, value) => sum + value, 0),
  runs: values.length,
});
const exact = (list: readonly Stratum[]) =>
  stratifiedExact(list.map(({ a, b }) => ({ a: count(a), b: count(b) })));
const swap = (list: readonly Stratum[]) => list.map(({ a, b }) => ({ a: b, b: a }));
const tests = { exact, permutation: stratifiedPermutation };

describe.each(Object.entries(tests))("the %s test", (_, run) => {
  const data = run === exact ? strata : scored;
  test("swapping A and B swaps worse and better", () => {
    fc.assert(
      fc.property(data, (list) => {
        const [one, other] = [run(list), run(swap(list))];
        expect(one.pWorse).toBeCloseTo(other.pBetter, 9);
        expect(one.midPWorse).toBeCloseTo(other.midPBetter, 9);
      }),
      { numRuns: 60 },
    );
  });
  test("gives probabilities, and the two mid-p make one", () => {
    fc.assert(
      fc.property(data, (list) => {
        const result = run(list);
        for (const p of Object.values(result)) {
          expect(p).toBeGreaterThanOrEqual(0);
          expect(p).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(result.midPWorse + result.midPBetter).toBeCloseTo(1, 9);
      }),
      { numRuns: 60 },
    );
  });
  test("knows neither the order of strata nor that of runs", () => {
    fc.assert(
      fc.property(data, (list) => {
        const turned = list.toReversed().map(({ a, b }) => ({ a: a.toReversed(), b: b.toReversed() }));
        expect(run(turned).midPWorse).toBeCloseTo(run(list).midPWorse, 9);
      }),
      { numRuns: 60 },
    );
  });
  test("sees no change where nothing changed", () => {
    fc.assert(
      fc.property(data, (list) => {
        expect(run(list.map(({ a }) => ({ a, b: a }))).midPWorse).toBeCloseTo(0.5, 9);
      }),
      { numRuns: 60 },
    );
  });
});

test("the exact test and the permutation test agree on pass/fail", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ a: scores, b: scores }), { minLength: 1, maxLength: 3 }), (list) => {
      const passed = list.map(({ a, b }) => ({ a: a.map((x) => +(x > 5)), b: b.map((x) => +(x > 5)) }));
      expect(stratifiedPermutation(passed).midPWorse).toBeCloseTo(exact(passed).midPWorse, 9);
    }),
    { numRuns: 60 },
  );
});

test("one more lost run is never weaker evidence of a loss", () => {
  fc.assert(
    fc.property(strata, (list) => {
      const at = list.findIndex(({ b }) => b.includes(1));
      if (at < 0) return;
      const b = [...list[at]!.b];
      b[b.indexOf(1)] = 0;
      const worse = list.with(at, { a: list[at]!.a, b });
      expect(exact(worse).midPWorse).toBeLessThanOrEqual(exact(list).midPWorse + 1e-12);
    }),
    { numRuns: 100 },
  );
});

test("too many deals for enumeration are drawn, the same ones every time, near the exact answer", () => {
  const list = Array.from({ length: 10 }, (_, i) => ({ a: [1, 1, +(i % 3 > 0)], b: [1, 0, +(i % 2 > 0)] }));
  const drawn = stratifiedPermutation(list); // 20^10 deals
  expect(stratifiedPermutation(list)).toEqual(drawn);
  expect(Math.abs(drawn.pWorse - exact(list).pWorse)).toBeLessThan(0.015); // 4 standard errors of 20,000 draws
});

test("the interval turns round with A and B, and never closes on identical results", () => {
  fc.assert(
    fc.property(strata, fc.double({ min: 0.5, max: 3, noNaN: true }), (list, z) => {
      const [one, other] = [gateInterval(list, z, 1), gateInterval(swap(list), z, 1)];
      expect(one.diff).toBeCloseTo(-other.diff, 12);
      expect(one.lower).toBeCloseTo(-other.upper, 12);
      expect(Math.abs(one.diff)).toBeLessThanOrEqual(1);
      expect(
        gateInterval(
          list.map(({ a }) => ({ a, b: a })),
          z,
          1,
        ).upper,
      ).toBeGreaterThan(0);
    }),
    { numRuns: 100 },
  );
});

test("hypergeometric masses make one, also where coefficients would overflow", () => {
  const size = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(size, chance, chance, (n, x, y) => {
      const { mass } = hypergeometric(n, Math.round(x * n), Math.round(y * n));
      expect(mass.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    }),
    { numRuns: 60 },
  );
});

test("quantiles undo their distributions", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }),
      fc.integer({ min: 1, max: 80 }),
      (p, a) => {
        expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 12);
        expect(betaInc(betaIncInv(p, a, 3), a, 3)).toBeCloseTo(p, 9);
      },
    ),
    { numRuns: 100 },
  );
});

test("adjusted p-values are no smaller, keep their order and stay within 1; Holm is the stricter", () => {
  fc.assert(
    fc.property(fc.array(chance, { minLength: 1, maxLength: 10 }), (p) => {
      const [one, two] = [holm(p), benjaminiHochberg(p)];
      for (let i = 0; i < p.length; i++) {
        expect(two[i]!).toBeGreaterThanOrEqual(p[i]! - 1e-15);
        expect(one[i]!).toBeGreaterThanOrEqual(two[i]! - 1e-15);
        expect(one[i]!).toBeLessThanOrEqual(1);
        for (let j = 0; j < p.length; j++) if (p[i]! <= p[j]!) expect(one[i]!).toBeLessThanOrEqual(one[j]!);
      }
    }),
    { numRuns: 100 },
  );
});

test("Wilson's interval holds the share", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), chance, (n, share) => {
      const passes = Math.round(share * n);
      const [lower, upper] = wilson({ passes, runs: n });
      expect(lower).toBeLessThanOrEqual(passes / n);
      expect(upper).toBeGreaterThanOrEqual(passes / n);
      expect(lower).toBeGreaterThanOrEqual(0);
      expect(upper).toBeLessThanOrEqual(1);
    }),
  );
});

test("the chance to decide is a probability, and none is left at the last look inside the dead zone", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      fc.constantFrom(1, 3, 5),
      (diff, se, look) => {
        const value = chanceToDecide({ diff, se, look, lastLook: 10, z: 2.4122, margin: 0.05 });
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      },
    ),
  );
  const last = { se: 0.2, look: 10, lastLook: 10, z: 2.4122, margin: 0.05 };
  expect(chanceToDecide({ ...last, diff: 0 })).toBe(0);
  expect(chanceToDecide({ ...last, diff: -0.5 })).toBe(1);
});

test("what would settle it: the figures of a hand calculation", () => {
  // SE* = 0.05/(2.4122 + 0.8416) = 0.015367. SE = 0.02 at k = 5 needs k = ceil(5 * 1.6939) = 9, four more.
  const now = { strata: 100, look: 5, lastLook: 10, z: 2.4122, margin: 0.05 };
  expect(whatSettles({ ...now, se: 0.02 })).toEqual({ by: "repeats", repeats: 4 });
  // SE = 0.05 needs k = 53: beyond 10, so n = ceil(100 * (0.05 * sqrt(0.5)/0.015367)^2) = 530, 430 more.
  expect(whatSettles({ ...now, se: 0.05 })).toEqual({ by: "strata", strata: 430 });
  expect(whatSettles({ ...now, se: 0.01, look: 10 })).toEqual({ by: "nothing" });
});

test("the smallest visible drops of the planning table", () => {
  // Statistics 1.7, z = 2.4122: flip rate by run pairs, in points.
  const table: [number, number[]][] = [
    [0.03, [10.6, 7.3, 4.6, 2.7, 1.8]],
    [0.1, [15.3, 11.3, 7.6, 4.7, 3.3]],
    [0.2, [20.3, 15.3, 10.5, 6.6, 4.6]],
  ];
  for (const [flip, drops] of table) {
    [60, 100, 200, 500, 1000].forEach((pairs, i) => {
      expect((100 * smallestDropOf(flip, pairs, 2.4122)).toFixed(1)).toBe(drops[i]!.toFixed(1));
    });
  }
});

describe("group differences", () => {
  const item = fc.record({ value: chance, cluster: fc.constantFrom("p", "q", "r", "s", "t") });
  const group = fc
    .array(item, { maxLength: 20 })
    .map((items) => [...items, { value: 0, cluster: "y" }, { value: 1, cluster: "z" }]);
  test("turn round with the groups", () => {
    fc.assert(
      fc.property(group, group, (a, b) => {
        const [one, other] = [groupDifference(a, b), groupDifference(b, a)];
        expect(one.diff).toBeCloseTo(-other.diff, 12);
        expect(one.lower).toBeCloseTo(-other.upper, 9);
      }),
      { numRuns: 60 },
    );
  });
  test("are those of a regression with cluster-robust errors", () => {
    // numpy: OLS of y on (1, group), sandwich with G/(G-1) = 6/5, se of the slope; then 1/4² + 1/4² added.
    const a = [1, 0, 1, 1, 0, 1].map((value, i) => ({ value, cluster: "uuvwxx"[i]! }));
    const b = [0, 0, 1, 0, 1].map((value, i) => ({ value, cluster: "uyyzv"[i]! }));
    const { diff, se, clusters } = groupDifference(a, b);
    expect(diff).toBeCloseTo(-0.26666667, 7);
    expect(Math.sqrt(se ** 2 - 2 / 16)).toBeCloseTo(0.15069223, 7);
    expect(clusters).toBe(4);
  });
  test("rest on the clusters, not on the sessions: copies of sessions narrow nothing", () => {
    const items = Array.from({ length: 24 }, (_, i) => ({
      value: i % 3 === 0 ? 0 : 1,
      cluster: String(i % 12),
    }));
    const copied = items.flatMap((one) => [one, one, one]);
    expect(populationInterval(copied).se).toBeCloseTo(populationInterval(items).se, 9);
    expect(groupDifference(copied, items).se).toBeCloseTo(groupDifference(items, items).se, 9);
  });
});

test("random numbers repeat from their seed and fill the unit interval evenly", () => {
  const [one, two, other] = [seededRandom("x"), seededRandom("x"), seededRandom("y")];
  const draws = Array.from({ length: 20_000 }, one);
  expect(Array.from({ length: 5 }, two)).toEqual(draws.slice(0, 5));
  expect(Array.from({ length: 5 }, other)).not.toEqual(draws.slice(0, 5));
  const bins = Array.from({ length: 10 }, (_, bin) => draws.filter((x) => Math.floor(10 * x) === bin).length);
  // 2,000 each, standard deviation 42; five of them.
  for (const size of bins) expect(Math.abs(size - 2000)).toBeLessThan(212);
  const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(5 * 0.00205);
});
