import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addMoney,
  addUsage,
  formatMoney,
  formatUsd,
  inputTokens,
  noMoney,
  noUsage,
  priceAtMost,
  priceOf,
} from "./index.ts";

const prices = { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3, batch: 0.5 };
const usage = { input: 1000, cacheWrite: 2000, cacheRead: 10_000, output: 500, reasoning: 100 };

test("a call costs each kind of token at its price; reasoning is part of the output", () => {
  // 0.003 + 0.0075 + 0.003 + 0.0075
  expect(priceOf(usage, prices)).toBeCloseTo(0.021, 12);
  expect(priceOf(usage, prices, true)).toBeCloseTo(0.0105, 12);
  expect(priceOf(usage, { input: 3, output: 15 })).toBeCloseTo(13_000 * 3e-6 + 0.0075, 12);
});

test("what has no price is unknown, not free", () => {
  expect(priceOf(usage, undefined)).toBeNull();
  expect(priceOf(usage, { input: 3, output: 15 }, true)).toBeNull();
  expect(priceAtMost({ input: 1, output: 1 }, undefined)).toBeNull();
});

test("a sum says how much of it is unknown", () => {
  const sum = addMoney(addMoney(addMoney(noMoney, 0.25), null), { usd: 0.5, unknown: 2 });
  expect([sum, formatMoney(sum)]).toEqual([{ usd: 0.75, unknown: 3 }, "at least $0.75"]);
  expect([formatMoney(noMoney), formatMoney({ usd: 0, unknown: 1 })]).toEqual(["$0.00", "n/a"]);
});

test.each([
  [null, "n/a"],
  [0, "$0.00"],
  [12.345, "$12.35"],
  [0.01, "$0.01"],
  [0.001234, "$0.0012"],
  [0.0000987, "$0.000099"],
])("%s dollars read %s", (usd, text) => {
  expect(formatUsd(usd)).toBe(text);
});

const tokens = fc.nat(1_000_000);
const arbitrary = fc.record({
  input: tokens,
  cacheWrite: tokens,
  cacheRead: tokens,
  output: tokens,
  reasoning: tokens,
});

test("property: no use of so many tokens costs more than the most, and sums of tokens cost the sum", () => {
  fc.assert(
    fc.property(arbitrary, arbitrary, (a, b) => {
      const most = priceAtMost({ input: inputTokens(a), output: a.output }, prices)!;
      expect(priceOf(a, prices)!).toBeLessThanOrEqual(most + 1e-9);
      expect(priceOf(addUsage(a, b), prices)!).toBeCloseTo(priceOf(a, prices)! + priceOf(b, prices)!, 6);
      expect(addUsage(a, noUsage)).toEqual(a);
    }),
  );
});
