import { expect, test } from "vitest";
import type { Spent } from "../run/index.ts";
import { costLines } from "./cost-lines.ts";
import { viewCost } from "./cost-view.ts";

const usage = { input: 10, cacheWrite: 20, cacheRead: 30, output: 5, reasoning: 2 };
const free = { usd: 0, unknown: 0 };

function spent(changes: Partial<Spent> = {}): Spent {
  const saved = { cache: free, recordings: free };
  return { calls: 1, usage, costUsd: 0.25, saved, cached: false, latencyMs: 1000, ...changes };
}

type Kept = Parameters<typeof viewCost>[0][number];
const trial = (id: string, changes: Partial<Kept> = {}): Kept =>
  ({ case: id, answer: "acme:one", status: "passed", spent: spent(), ...changes }) as unknown as Kept;

test("nothing that could cost is nothing to say", () => {
  expect(viewCost([trial("a", { spent: undefined } as never)])).toBeNull();
  expect(costLines(null)).toEqual([]);
});

test("what is paid to the grader is told apart, and is part of what a passed case costs", () => {
  const cost = viewCost([
    trial("a", { grader: spent({ costUsd: 0.5 }) }),
    trial("a"),
    trial("b", { status: "failed" }),
  ]);
  expect(cost).toMatchObject({
    ...{ calls: 3, paid: { usd: 0.75 }, grader: { calls: 1, paid: { usd: 0.5 } }, total: { usd: 1.25 } },
    // One case passed, twice.
    perPassedCase: 1.25,
  });
  expect(costLines(cost).join("\n")).toContain(
    "cost: $1.25, $1.25 for each passed case; of it $0.50 for 1 answer of the grader",
  );
});

test("an unknown price is n/a, and makes a sum a least", () => {
  const unknown = trial("b", { spent: spent({ costUsd: null, usage: null }) });
  expect(costLines(viewCost([unknown]))).toContain("cost: n/a, n/a for each passed case");
  const lines = costLines(viewCost([trial("a"), unknown]));
  expect(lines).toContain("cost: at least $0.25, n/a for each passed case");
  expect(lines.join("\n")).toContain("of 1 trials nobody counted");
});

test("stored answers are counted, what they saved is told, and latency is that of real calls alone", () => {
  const saved = { cache: { usd: 0.25, unknown: 0 }, recordings: { usd: 0, unknown: 1 } };
  const stored = trial("b", { spent: spent({ costUsd: 0, cached: true, latencyMs: null, saved }) });
  const script = trial("c", { spent: spent({ calls: 3, latencyMs: 2000 }) });
  const lines = costLines(viewCost([trial("a"), stored, script]));
  // A conversation takes its calls one after the other: one second of one trial and two of another.
  expect(lines[0]).toBe("5 answers, 1 trials from stored answers, 1.5 s a trial");
  expect(lines).toContain("saved by the cache: $0.25");
  expect(lines).toContain("saved by the recordings: n/a");
});
