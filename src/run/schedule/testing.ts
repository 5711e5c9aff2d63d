import { setImmediate } from "node:timers/promises";
import type { ChatModel, ChatOutcome, ChatRequest } from "../../model/index.ts";
import { createBudget } from "./budget.ts";
import type { Clock } from "./clock.ts";
import { createScheduler, type SchedulerOptions } from "./scheduler.ts";
import type { Call, Limits } from "./types.ts";

/** A clock that stands still until everybody sleeps, and then jumps to the first who wakes. */
export function virtualClock(): Clock & { finish<T>(work: Promise<T>): Promise<T> } {
  let now = 0;
  const sleepers: { at: number; wake(): void }[] = [];
  return {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        sleepers.push({ at: now + Math.max(0, milliseconds), wake: resolve });
        signal?.addEventListener("abort", () => resolve(), { once: true });
      }),
    async finish(work) {
      let done = false;
      const end = () => void (done = true);
      void work.then(end, end);
      for (;;) {
        await setImmediate();
        if (done) return work;
        const next = sleepers.toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) throw new Error("everybody waits and nobody sleeps");
        sleepers.splice(sleepers.indexOf(next), 1);
        now = Math.max(now, next.at);
        next.wake();
      }
    },
  };
}

export interface Started {
  model: string;
  group: string;
  prefix: string | null;
  at: number;
}

/** A scheduler on a virtual clock whose models answer as told; `started` lists the calls in their order. */
export function aScheduler({
  latency = 1000,
  limits = {},
  outcome = () => ({ kind: "answer", text: "yes" }),
  ...changes
}: {
  latency?: number;
  limits?: Record<string, Partial<Limits>>;
  outcome?: (call: Started, nth: number) => ChatOutcome;
} & Partial<SchedulerOptions> = {}) {
  const clock = virtualClock();
  const started: Started[] = [];
  const stopped: [string, string][] = [];
  const marks = new Map<ChatRequest, Started>();
  const connect = (model: string): ChatModel => ({
    id: model,
    async answer(request) {
      const mark = { ...marks.get(request)!, at: clock.now() };
      started.push(mark);
      const nth = started.length;
      await clock.sleep(latency);
      return outcome(mark, nth);
    },
  });
  const scheduler = createScheduler({
    ...{ connect, clock, random: () => 0.5, signal: new AbortController().signal, tokensOf: () => 1000 },
    providerOf: (model) => model.split(":")[0]!,
    limitsOf: (what) => ({
      ...{ concurrency: 100, requestsPerSecond: Infinity, tokensPerMinute: Infinity },
      ...limits["model" in what ? what.model : what.provider],
    }),
    budget: createBudget({}, { atMost: () => 0, of: () => 0 }),
    onProviderStopped: (provider, reason) => stopped.push([provider, reason]),
    ...changes,
  });
  let asked = 0;
  const ask = (call: Partial<Call> = {}) => {
    const content = `question ${asked++}`;
    const request: ChatRequest = {
      system: "",
      messages: [{ role: "user", content }],
      tools: [],
      parameters: {},
    };
    const whole: Call = { model: "acme:one", request, group: "g", prefix: null, urgent: false, ...call };
    marks.set(request, { model: whole.model, group: whole.group, prefix: whole.prefix, at: 0 });
    return scheduler.ask(whole);
  };
  return { ask, clock, started, stopped, calls: scheduler.calls, finish: clock.finish };
}
