import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aProject } from "../assemble/testing.ts";
import { planRun } from "./plan.ts";
import { shardPlan } from "./shard.ts";
import type { Plan, PlannedTrial } from "./types.ts";

const suite = { strata: 1, id: "default" };
const project = (keys: object = {}, answers = { input: 1, output: 5 }) => {
  const models = ["anthropic:cheap", "openai:dear"].map((id, i) => ({
    ...{ id, pinned: true, window: 100_000 },
    prices: { input: answers.input * (1 + 9 * i), output: answers.output * (1 + 9 * i) },
  }));
  const cases = Array.from({ length: 12 }, (_, i) => ({
    ...{ id: `c${i}`, input: `Question ${i}?`, needs: "llm", assert: [{ type: "contains", value: "x" }] },
  }));
  return aProject({
    files: {
      "prompts/models.yaml": JSON.stringify({ strata: 1, models }),
      "evals/default.yaml": JSON.stringify({ ...suite, ...keys }),
      "corpus/cases/demo/c.yaml": JSON.stringify({ strata: 1, stack: "demo", cases }),
    },
  });
};
const plan = planRun(project({ repeat: 2 }), { suite: "default" });
const nameOf = ({ case: item, assembly, repeat }: PlannedTrial) => `${item.id} ${assembly.model} #${repeat}`;
const shardsOf = (whole: Plan, of: number) =>
  Array.from({ length: of }, (_, i) => shardPlan(whole, { index: i + 1, of }));

test("every trial is in exactly one shard, with its place in the whole plan, however many shards there are", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), (of) => {
      const shards = shardsOf(plan, of);
      const trials = shards.flatMap((shard) => shard.trials);
      const sorted = trials.toSorted((a, b) => a.position! - b.position!);
      expect(sorted.map(({ position }) => position)).toEqual(plan.trials.map((_, i) => i));
      expect(sorted.map(nameOf)).toEqual(plan.trials.map(nameOf));
      expect(new Set(shards.map(({ whole }) => whole!.planHash)).size).toBe(1);
      expect(shards.map(({ whole }) => whole)).toMatchObject(
        shards.map((_, i) => ({ index: i + 1, of, planned: 48 })),
      );
    }),
    { numRuns: 24 },
  );
});

test("the same selection is divided in the same way on another machine", () => {
  const names = (whole: Plan) => shardsOf(whole, 5).map(({ trials }) => trials.map(nameOf));
  expect(names(planRun(project({ repeat: 2 }), { suite: "default" }))).toEqual(names(plan));
});

test("shards cost about the same, though half of the trials cost ten times as much as the others", () => {
  // A trial of the dear model is 10, one of the cheap model 1: 24 of each make 264, or 66 for each of four.
  const cost = ({ assembly }: PlannedTrial) => (assembly.model === "openai:dear" ? 10 : 1);
  const costs = shardsOf(plan, 4).map(({ trials }) => trials.reduce((sum, trial) => sum + cost(trial), 0));
  expect(costs).toEqual([66, 66, 66, 66]);
});

test("equal requests stay together, so that they are asked once", () => {
  // The same question asked by every case: answers of the first repeat are one request for each model.
  const whole: Plan = {
    ...plan,
    trials: plan.trials.map((trial) => ({
      ...trial,
      requestKey: plan.trials.find((one) => one.assembly.model === trial.assembly.model)!.requestKey,
    })),
  };
  const models = shardsOf(whole, 2).map(
    ({ trials }) => new Set(trials.map(({ assembly }) => assembly.model)),
  );
  expect(models.map((set) => set.size)).toEqual([1, 1]);
});

describe("trials with one cached prefix", () => {
  const cached = (keys: string[], length: number): Plan => ({
    ...plan,
    trials: plan.trials.map((trial, i) => ({
      ...trial,
      request: {
        ...trial.request!,
        ...{ system: "s".repeat(length), cacheBreaks: [length], cacheKey: keys[i % keys.length]! },
      },
    })),
  });
  const prefixesOf = (whole: Plan) =>
    shardsOf(whole, 2).map(({ trials }) => new Set(trials.map(({ request }) => request!.cacheKey)));

  test("stay together where there are many prefixes", () => {
    const keys = Array.from({ length: 24 }, (_, i) => `k${i}`);
    const [a, b] = prefixesOf(cached(keys, 20_000));
    expect([...a!].filter((key) => b!.has(key))).toEqual([]);
  });

  test("are divided where there is only one", () => {
    expect(prefixesOf(cached(["k"], 20_000)).map((set) => set.size)).toEqual([1, 1]);
  });
});

test("a shard without trials is refused: it would be a run of nothing", () => {
  expect(() => shardPlan(plan, { index: 49, of: 49 })).toThrow("shard 49/49 has nothing to run");
  expect(planRun(project(), { suite: "default", shard: { index: 1, of: 2 } }).trials).toHaveLength(12);
});
