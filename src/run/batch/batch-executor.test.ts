import fc from "fast-check";
import { expect, test } from "vitest";
import type { BatchItem, BatchModel, ChatOutcome, Failure } from "../../model/index.ts";
import { sha256 } from "../../util/index.ts";
import { createBudget, type Call } from "../schedule/index.ts";
import { virtualClock } from "../schedule/testing.ts";
import { type BatchOptions, createBatchExecutor, customIdOf } from "./batch-executor.ts";
import type { BatchFile, BatchRow } from "./batch-file.ts";

const says = (text: string): ChatOutcome => ({ kind: "answer", text, batch: true });
const fails = (cause: NonNullable<Failure["cause"]>): Failure => ({
  kind: "unmeasured",
  cause,
  reason: cause,
});

/** A call that asks `text`; its batch answers `re: text`. */
function aCall(text: string, onAnswer?: Call["onAnswer"]): Call {
  const request = {
    system: "",
    messages: [{ role: "user" as const, content: text }],
    tools: [],
    parameters: {},
  };
  return {
    ...{ model: "acme:one", request, group: "", prefix: null, urgent: false, key: sha256(text) },
    ...(onAnswer === undefined ? {} : { onAnswer }),
  };
}

/** A provider that remembers its batches over all executors of a test. */
function aProvider(changes: Partial<BatchModel> & { looks?: number } = {}) {
  const { looks = 1, ...own } = changes;
  const batches: BatchItem[][] = [];
  const looked: number[] = [];
  const model: BatchModel = {
    id: "acme:one",
    refuse: () => undefined,
    submit: async (items) => ({ kind: "submitted", batch: String(batches.push([...items]) - 1) }),
    check: async (batch) => {
      looked[Number(batch)] = (looked[Number(batch)] ?? 0) + 1;
      return { kind: looked[Number(batch)]! >= looks ? "ended" : "running" };
    },
    read: async (batch, onResult) => {
      for (const { customId, request } of batches[Number(batch)]!.toReversed()) {
        onResult(customId, says(`re: ${request.messages[0]!.content}`));
      }
      return { kind: "read" };
    },
    ...own,
  };
  return { model, batches, looked };
}

/** An executor on a virtual clock, over rows that outlive it as a file would. */
function anExecutor(model: BatchModel, rows: BatchRow[] = [], changes: Partial<BatchOptions> = {}) {
  const clock = virtualClock();
  const saved: BatchRow[][] = [];
  const lost: string[] = [];
  const file: BatchFile = { rows, save: () => void saved.push(structuredClone(rows)) };
  const executor = createBatchExecutor({
    ...{
      connect: () => model,
      sizeOf: () => ({ requests: 100, bytes: 1e6 }),
      file,
      clock,
      random: () => 0.5,
    },
    ...{ budget: createBudget({}, { atMost: () => 1, of: () => 1 }), now: () => "2026-03-30T12:00:00Z" },
    ...{ signal: new AbortController().signal, onNotice: () => {}, onLost: (_, reason) => lost.push(reason) },
    onBroken: (error) => lost.push(String(error)),
    ...changes,
  });
  /** What becomes of calls that are asked together. */
  const ask = async (...texts: string[]) => {
    const outcomes = await clock.finish(Promise.all(texts.map((text) => executor.ask(aCall(text)))));
    return outcomes.map((one) =>
      one.kind === "answer" ? one.text : one.kind === "stopped" ? "stopped" : one.reason,
    );
  };
  return { ask, finish: clock.finish, executor, rows, saved, lost, clock };
}

test("calls that are asked together are one batch; answers find their calls in any order", async () => {
  const { model, batches } = aProvider();
  const { ask, executor, rows } = anExecutor(model);
  expect(await ask("a", "b", "c")).toEqual(["re: a", "re: b", "re: c"]);
  expect(batches.map((items) => items.length)).toEqual([3]);
  expect([executor.calls(), rows.map(({ state }) => state)]).toEqual([3, ["done"]]);
});

test("custom ids are the 64 digits of the call's key", () => {
  expect(customIdOf(aCall("a"))).toBe(sha256("a").slice(7));
  const { key: _key, ...without } = aCall("a");
  expect(customIdOf(without)).toMatch(/^[0-9a-f]{64}$/);
});

test("what asks after an answer goes out in the next batch", async () => {
  const { model, batches } = aProvider();
  const { executor, finish } = anExecutor(model);
  const chain = async (text: string) => {
    await executor.ask(aCall(text));
    return executor.ask(aCall(`${text}2`));
  };
  await finish(Promise.all([chain("a"), chain("b")]));
  expect(batches.map((items) => items.length)).toEqual([2, 2]);
});

test("the batch is on disk before it is submitted, and with its id before anybody looks at it", async () => {
  const states: (string | undefined)[][] = [];
  const { model } = aProvider();
  const at: { saved?: BatchRow[][] } = {};
  const mark = (what: string) =>
    states.push([what, at.saved?.at(-1)?.[0]?.state, at.saved?.at(-1)?.[0]?.id ?? "none"]);
  const watched: BatchModel = {
    ...model,
    submit: (items) => (mark("submit"), model.submit(items)),
    check: (batch) => (mark("check"), model.check(batch)),
  };
  const made = anExecutor(watched);
  at.saved = made.saved;
  await made.ask("a");
  expect(states).toEqual([
    ["submit", "submitting", "none"],
    ["check", "open", "0"],
  ]);
});

test("killed at any write, the next start submits nothing that may be there already", async () => {
  const { model } = aProvider();
  const first = anExecutor(model);
  await first.ask("a", "b");
  for (const rows of first.saved.filter(([row]) => row!.state === "open")) {
    const { model: again, batches } = aProvider({ read: model.read });
    expect(await anExecutor(again, structuredClone(rows)).ask("b", "a")).toEqual(["re: b", "re: a"]);
    expect(batches).toEqual([]);
  }
});

test("after a restart only what no batch has asked goes into a new one", async () => {
  const { model, batches } = aProvider();
  const row = { model: "acme:one", id: "0", submitted: "", state: "open" as const };
  await model.submit([{ customId: customIdOf(aCall("a")), request: aCall("a").request }]);
  const { ask, rows } = anExecutor(model, [{ ...row, customIds: [customIdOf(aCall("a"))] }]);
  expect(await ask("a", "b")).toEqual(["re: a", "re: b"]);
  expect(batches.map((items) => items.length)).toEqual([1, 1]);
  expect(rows.map(({ state }) => state)).toEqual(["done", "done"]);
});

test("however the answers are shuffled, repeated or mixed with foreign ones, each call gets its own", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      async (texts, order) => {
        const { model, batches } = aProvider({
          read: async (_batch, onResult) => {
            const items = batches[0]!;
            onResult("somebody-else", says("wrong"));
            for (const at of [...order, ...items.keys()]) {
              const { customId, request } = items[at % items.length]!;
              onResult(customId, says(`re: ${request.messages[0]!.content}`));
            }
            return { kind: "read" };
          },
        });
        expect(await anExecutor(model).ask(...texts)).toEqual(texts.map((text) => `re: ${text}`));
      },
    ),
    { numRuns: 25 },
  );
});

test("an answer is handed on as it comes, once, even if reading breaks off and starts again", async () => {
  let reads = 0;
  const { model } = aProvider();
  const { executor, finish } = anExecutor({
    ...model,
    read: async (batch, onResult) => {
      await model.read(batch, onResult);
      return ++reads === 1 ? fails("network") : { kind: "read" };
    },
  });
  const kept: string[] = [];
  await finish(executor.ask(aCall("a", ({ text }) => kept.push(text))));
  expect([reads, kept.length >= 1, new Set(kept)]).toEqual([2, true, new Set(["re: a"])]);
});

test("a large plan is cut into batches of what the provider allows, by number and by length", async () => {
  const texts = Array.from({ length: 7 }, (_, i) => `${i}`);
  const byNumber = aProvider();
  await anExecutor(byNumber.model, [], { sizeOf: () => ({ requests: 3, bytes: 1e6 }) }).ask(...texts);
  expect(byNumber.batches.map((items) => items.length)).toEqual([3, 3, 1]);
  const one = JSON.stringify(aCall("0").request).length;
  const byLength = aProvider();
  await anExecutor(byLength.model, [], { sizeOf: () => ({ requests: 99, bytes: 2 * one }) }).ask(...texts);
  expect(byLength.batches.map((items) => items.length)).toEqual([2, 2, 2, 1]);
});

test("a refused submit is tried again; after a lost connection nobody does, for the batch may be there", async () => {
  let left = 2;
  const { model } = aProvider();
  const busy = anExecutor({
    ...model,
    submit: async (items) => (left-- > 0 ? fails("limit") : model.submit(items)),
  });
  expect(await busy.ask("a")).toEqual(["re: a"]);
  let tries = 0;
  const lost = anExecutor({ ...model, submit: async () => (tries++, fails("network")) });
  expect([await lost.ask("a"), tries, lost.rows.map(({ state }) => state)]).toEqual([
    ["network"],
    1,
    ["submitting"],
  ]);
  const refused = anExecutor({ ...model, submit: async () => fails("provider") });
  expect([await refused.ask("a"), refused.rows]).toEqual([["provider"], []]);
});

test("looks grow apart, and failed looks do not end a batch", async () => {
  const at: number[] = [];
  const { model } = aProvider({ looks: 6 });
  const made = anExecutor({
    ...model,
    check: async (batch) => (
      at.push(made.clock.now()),
      at.length === 3 ? fails("server") : model.check(batch)
    ),
  });
  expect(await made.ask("a")).toEqual(["re: a"]);
  const pauses = at.slice(1).map((moment, i) => moment - at[i]!);
  expect(pauses).toHaveLength(6);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(new Set(pauses).size).toBe(6);
});

test("a provider that cannot be reached leaves its calls undone, for the next run, and says so", async () => {
  const { model } = aProvider({ check: async () => fails("network") });
  const { ask, rows, lost } = anExecutor(model);
  expect([await ask("a", "b"), lost, rows.map(({ state }) => state)]).toEqual([
    ["stopped", "stopped"],
    ["network"],
    ["open"],
  ]);
});

test("a batch that came to nothing, or that the provider does not know any more, leaves reasons", async () => {
  const failed = aProvider({
    check: async () => ({ kind: "ended", problem: "a line is not valid" }),
    read: async () => ({ kind: "read" }),
  });
  expect(await anExecutor(failed.model).ask("a")).toEqual([
    "batch 0 did not answer this request: a line is not valid",
  ]);
  const unknown = anExecutor(aProvider({ check: async () => fails("request") }).model);
  expect([await unknown.ask("a"), unknown.rows.map(({ state }) => state)]).toEqual([["request"], ["done"]]);
});

test("what cannot be asked is not submitted with the others", async () => {
  const { model, batches } = aProvider({
    refuse: ({ messages }) => (messages[0]!.content === "bad" ? fails("request") : undefined),
  });
  expect(await anExecutor(model).ask("a", "bad")).toEqual(["re: a", "request"]);
  expect(batches.map((items) => items.length)).toEqual([1]);
});

test("calls wait for room under a ceiling, and go out when a batch has cost less than was set aside", async () => {
  const { model, batches } = aProvider();
  // Each may cost 1 and costs 0.5: of 2 dollars two are set aside at first, then two times one half is paid.
  const budget = createBudget({ maxCost: 2 }, { atMost: () => 1, of: () => 0.5 });
  expect(await anExecutor(model, [], { budget }).ask("a", "b", "c", "d")).toEqual([
    ...["re: a", "re: b", "re: c", "stopped"],
  ]);
  expect([batches.map((items) => items.length), budget.reached()]).toEqual([[2, 1], "--max-cost"]);
});

test("a disk that refuses stops the run, and nobody waits for ever", async () => {
  const { model, batches } = aProvider();
  const file: BatchFile = {
    rows: [],
    save: () => {
      throw new Error("ENOSPC");
    },
  };
  const { ask, lost } = anExecutor(model, [], { file });
  expect([await ask("a"), lost, batches]).toEqual([["stopped"], ["Error: ENOSPC"], []]);
});

test("an abort wakes whoever waits; the batch stays open for the next run", async () => {
  const stop = new AbortController();
  const { model } = aProvider({ looks: 99 });
  const { executor, rows, finish } = anExecutor(
    { ...model, check: async (batch) => (stop.abort(), model.check(batch)) },
    [],
    { signal: stop.signal },
  );
  expect(await finish(executor.ask(aCall("a")))).toEqual({ kind: "stopped" });
  expect(rows.map(({ state, id }) => [state, id])).toEqual([["open", "0"]]);
  expect(await finish(executor.ask(aCall("b")))).toEqual({ kind: "stopped" });
});
