import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatOutcome, Failure } from "../../model/index.ts";
import { createBudget } from "./budget.ts";
import { aScheduler } from "./testing.ts";

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const answer: ChatOutcome = { kind: "answer", text: "yes" };
const failure = (cause: Failure["cause"], more: object = {}): ChatOutcome => ({
  ...{ kind: "unmeasured", reason: `broken: ${cause}`, ...(cause === undefined ? {} : { cause }) },
  ...more,
});

test("a prefix has one call first, and all others once it is answered", async () => {
  const { ask, finish, started } = aScheduler({ latency: 1000 });
  await finish(Promise.all(many(10, () => ask({ prefix: "p" }))));
  expect(started.map(({ at }) => at)).toEqual([0, ...many(9, () => 1000)]);
});

test("different prefixes warm up at the same time; calls without a prefix wait for nobody", async () => {
  const { ask, finish, started } = aScheduler();
  const prefixes = ["a", "b", null];
  await finish(Promise.all(prefixes.flatMap((prefix) => many(3, () => ask({ prefix })))));
  const times = (prefix: string | null) =>
    started.filter((call) => call.prefix === prefix).map(({ at }) => at);
  expect(prefixes.map(times)).toEqual([
    [0, 1000, 1000],
    [0, 1000, 1000],
    [0, 0, 0],
  ]);
});

test("a warm-up that fails makes the next call the warm-up", async () => {
  const { ask, finish, started } = aScheduler({
    outcome: (_, nth) => (nth === 1 ? failure("request") : answer),
  });
  const outcomes = await finish(Promise.all(many(3, () => ask({ prefix: "p" }))));
  expect(started.map(({ at }) => at)).toEqual([0, 1000, 2000]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["unmeasured", "answer", "answer"]);
});

test("a prefix that nobody used for five minutes is warmed up again", async () => {
  const { ask, finish, started, clock } = aScheduler();
  await finish(ask({ prefix: "p" }));
  await finish(clock.sleep(5 * 60_000));
  await finish(Promise.all(many(2, () => ask({ prefix: "p" }))));
  const [, second, third] = started;
  expect(third!.at - second!.at).toBe(1000);
});

test("calls of a model keep to its rate, within a hundredth", async () => {
  const { ask, finish, started } = aScheduler({
    latency: 50,
    limits: { "acme:one": { requestsPerSecond: 20 } },
  });
  await finish(Promise.all(many(100, () => ask())));
  const last = started.at(-1)!.at;
  expect(last).toBeGreaterThanOrEqual(99 * 50); // the first starts at once
  expect(last).toBeLessThanOrEqual(99 * 50 * 1.02);
});

test("a provider's limit holds for all its models together", async () => {
  const { ask, finish, started } = aScheduler({ limits: { acme: { concurrency: 3 } } });
  await finish(Promise.all(many(12, (i) => ask({ model: `acme:${i % 4}` }))));
  expect([...Map.groupBy(started, ({ at }) => at).values()].map((calls) => calls.length)).toEqual([
    3, 3, 3, 3,
  ]);
});

test("tokens by the minute space calls out", async () => {
  const { ask, finish, started } = aScheduler({ limits: { "acme:one": { tokensPerMinute: 60_000 } } });
  await finish(Promise.all(many(4, () => ask())));
  expect(started.map(({ at }) => at)).toEqual([0, 1000, 2000, 3000]);
});

test("no call waits for another provider's pause, nor for its limits", async () => {
  const { ask, finish, started } = aScheduler({
    latency: 10,
    limits: { slow: { requestsPerSecond: 0.1 } },
    outcome: ({ model }, nth) =>
      model === "busy:one" && nth < 4 ? failure("limit", { retryAfter: 60_000 }) : answer,
  });
  const models = ["busy:one", "slow:one", "fast:one"];
  await finish(Promise.all(models.flatMap((model) => many(5, () => ask({ model })))));
  expect(started.filter(({ model }) => model === "fast:one").map(({ at }) => at)).toEqual(many(5, () => 0));
});

test("groups are served in turn, whoever asked first", async () => {
  const { ask, finish, started } = aScheduler({ limits: { acme: { concurrency: 1 } } });
  const groups = [...many(6, () => "a"), ...many(6, () => "b"), ...many(6, () => "c")];
  await finish(Promise.all(groups.map((group) => ask({ group }))));
  for (let n = 3; n <= 18; n += 3) {
    const seen = started.slice(0, n).map(({ group }) => group);
    expect(["a", "b", "c"].map((group) => seen.filter((one) => one === group).length)).toEqual(
      many(3, () => n / 3),
    );
  }
});

test("what is begun goes before what is not", async () => {
  const { ask, finish, started } = aScheduler({ limits: { acme: { concurrency: 1 } } });
  const first = ask({ group: "a" });
  const others = many(3, () => ask({ group: "b" }));
  const next = first.then(() => ask({ group: "a", urgent: true }));
  await finish(Promise.all([...others, next]));
  expect(started.map(({ group }) => group).slice(0, 3)).toEqual(["a", expect.any(String), "a"]);
});

test("retry-after is obeyed to the millisecond, and for all calls of the model", async () => {
  const { ask, finish, started } = aScheduler({
    latency: 10,
    limits: { "acme:one": { concurrency: 2 } },
    outcome: (_, nth) => (nth === 1 ? failure("limit", { retryAfter: 7000 }) : answer),
  });
  const outcomes = await finish(Promise.all(many(6, () => ask())));
  expect(outcomes.every(({ kind }) => kind === "answer")).toBe(true);
  const after = started.slice(2).map(({ at }) => at);
  expect(Math.min(...after)).toBeGreaterThanOrEqual(7010);
});

test.each([
  ["limit", 8],
  ["server", 4],
  ["network", 4],
  ["request", 1],
  [undefined, 1],
] as const)("a call that fails for %s is made %i times", async (cause, times) => {
  const { ask, finish, started } = aScheduler({ outcome: () => failure(cause) });
  expect(await finish(ask())).toMatchObject({ kind: "unmeasured", reason: `broken: ${cause}` });
  expect(started).toHaveLength(times);
});

test("each cause has its own ceiling, and pauses double up to a minute", async () => {
  const causes = ["server", "network", "server", "network", "server", "network"] as const;
  const { ask, finish, started } = aScheduler({
    latency: 0,
    outcome: (_, nth) => (nth <= causes.length ? failure(causes[nth - 1]) : answer),
  });
  expect(await finish(ask())).toMatchObject({ kind: "answer" });
  const pauses = started.slice(1).map(({ at }, i) => at - started[i]!.at);
  // Chance is a half here: each pause is three quarters of 1, 2, 4 seconds.
  expect(pauses).toEqual([750, 750, 1500, 1500, 3000, 3000]);
});

test("pauses are spread by chance, over their second half", async () => {
  const pauseOf = async (chance: number) => {
    const { ask, finish, started } = aScheduler({
      latency: 0,
      random: () => chance,
      outcome: (_, nth) => (nth === 1 ? failure("server") : answer),
    });
    await finish(ask());
    return started[1]!.at;
  };
  expect([await pauseOf(0), await pauseOf(0.999)]).toEqual([500, 999.5]);
});

test("a bad key stops that provider at once, says so once, and no other", async () => {
  const { ask, finish, started, stopped } = aScheduler({
    limits: { "acme:one": { concurrency: 1 } },
    outcome: ({ model }) => (model === "acme:one" ? failure("provider") : answer),
  });
  const calls = [
    ...many(5, () => ask()),
    ask({ model: "acme:two" }),
    ...many(5, () => ask({ model: "other:one" })),
  ];
  const outcomes = await finish(Promise.all(calls));
  expect(started.filter(({ model }) => model === "acme:one")).toHaveLength(1);
  expect(outcomes.slice(0, 5).map(({ kind }) => kind)).toEqual(many(5, () => "unmeasured"));
  expect(outcomes.slice(6).map(({ kind }) => kind)).toEqual(many(5, () => "answer"));
  expect(stopped).toEqual([["acme", "broken: provider"]]);
  expect(await finish(ask())).toMatchObject({ kind: "unmeasured", reason: "broken: provider" });
});

test("a wait of more than ten minutes is no wait: the provider is stopped", async () => {
  const { ask, finish, started, stopped } = aScheduler({
    limits: { acme: { concurrency: 1 } },
    outcome: () => failure("limit", { retryAfter: 3_600_000 }),
  });
  await finish(Promise.all(many(4, () => ask())));
  expect([started.length, stopped.length]).toEqual([1, 1]);
});

test("a server that answers nobody is given up after five calls", async () => {
  const { ask, finish, started, stopped } = aScheduler({
    limits: { acme: { concurrency: 1 } },
    outcome: () => failure("network"),
  });
  const outcomes = await finish(Promise.all(many(50, () => ask())));
  expect(outcomes.every(({ kind }) => kind === "unmeasured")).toBe(true);
  expect(stopped).toHaveLength(1);
  expect(started.length).toBeLessThan(50);
});

test("refusals make a model's calls fewer at a time, and answers make them more again", async () => {
  const { ask, finish, started } = aScheduler({
    latency: 100,
    limits: { "acme:one": { concurrency: 8 } },
    outcome: (_, nth) => (nth <= 8 ? failure("limit", { retryAfter: 1000 }) : answer),
  });
  await finish(Promise.all(many(100, () => ask())));
  const waves = [...Map.groupBy(started, ({ at }) => at).values()].map((calls) => calls.length);
  expect(waves[0]).toBe(8);
  expect(waves[1]).toBeLessThanOrEqual(4);
  expect(Math.max(...waves.slice(1))).toBeGreaterThan(waves[1]!);
});

test("after an abort no call starts; those on their way are kept; none hangs", async () => {
  const abort = new AbortController();
  const { ask, finish, started } = aScheduler({
    signal: abort.signal,
    limits: { acme: { concurrency: 2 } },
    outcome: () => {
      abort.abort();
      return answer;
    },
  });
  const outcomes = await finish(Promise.all(many(6, () => ask())));
  expect(started).toHaveLength(2);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["answer", "answer", ...many(4, () => "stopped")]);
});

test("a call that waits to be made again when the run is aborted is left to the next run", async () => {
  const abort = new AbortController();
  const { ask, finish, clock } = aScheduler({
    signal: abort.signal,
    latency: 0,
    outcome: () => failure("server"),
  });
  const outcome = ask();
  await finish(clock.sleep(100));
  abort.abort();
  expect(await finish(outcome)).toEqual({ kind: "stopped" });
});

test("a ceiling of calls counts every attempt", async () => {
  const { ask, finish, started } = aScheduler({
    latency: 1,
    budget: createBudget({ maxCalls: 3 }, { atMost: () => 0, of: () => 0 }),
    outcome: (_, nth) => (nth === 1 ? failure("server") : answer),
  });
  const outcomes = await finish(Promise.all(many(5, () => ask())));
  expect(started).toHaveLength(3);
  expect(outcomes.filter(({ kind }) => kind === "stopped").length).toBeGreaterThanOrEqual(2);
});

test("property: whatever fails, every call ends, none is made more often than allowed, and a ceiling of cost holds", async () => {
  const causes = fc.constantFrom<(Failure["cause"] | "answer")[]>(
    "answer",
    "answer",
    "limit",
    "server",
    "network",
    "request",
  );
  const arbitrary = fc.record({
    script: fc.array(causes, { minLength: 1, maxLength: 30 }),
    calls: fc.array(fc.record({ model: fc.nat(2), group: fc.nat(2), prefix: fc.option(fc.nat(1)) }), {
      minLength: 1,
      maxLength: 25,
    }),
    concurrency: fc.integer({ min: 1, max: 5 }),
    maxCost: fc.option(fc.integer({ min: 0, max: 40 })),
    price: fc.integer({ min: 0, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ script, calls, concurrency, maxCost, price }) => {
      let paid = 0;
      const { ask, finish, started } = aScheduler({
        limits: Object.fromEntries(["m0", "m1", "m2"].map((provider) => [provider, { concurrency }])),
        outcome(_, nth) {
          const next = script[nth % script.length]!;
          if (next !== "answer") return failure(next);
          paid += price;
          return answer;
        },
        budget: createBudget({ maxCost: maxCost ?? undefined }, { atMost: () => 3, of: () => price }),
      });
      const asked = calls.map(({ model, group, prefix }) =>
        ask({ model: `m${model}:x`, group: `g${group}`, prefix: prefix === null ? null : `p${prefix}` }),
      );
      const outcomes = await finish(Promise.all(asked));
      expect(outcomes).toHaveLength(calls.length);
      expect(started.length).toBeLessThanOrEqual(calls.length * 14);
      if (maxCost !== null) expect(paid).toBeLessThanOrEqual(maxCost);
    }),
    { numRuns: 60 },
  );
});
