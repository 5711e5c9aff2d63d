import type { Answer, ChatModel, ChatOutcome, Failure } from "../../model/index.ts";
import type { Budget } from "./budget.ts";
import type { Clock } from "./clock.ts";
import { createPace, type Pace } from "./pace.ts";
import { longestWait, pauseAfter } from "./retry.ts";
import { createStrands, type Strands, type Waiting } from "./strands.ts";
import type { CallOutcome, Executor, Limits } from "./types.ts";

export interface SchedulerOptions {
  /** The model that answers under an id. */
  connect(model: string): ChatModel;
  /** Calls to one provider stand and fall together. */
  providerOf(model: string): string;
  limitsOf(what: { model: string } | { provider: string }): Limits;
  /** About how many tokens a call sends, for limits by the minute. */
  tokensOf(waiting: Waiting["call"]): number;
  budget: Budget;
  clock: Clock;
  /** 0 up to 1. */
  random(): number;
  /** After an abort no call starts; those on their way are waited for. */
  signal: AbortSignal;
  /** A provider is not called any more. Said once. */
  onProviderStopped(provider: string, reason: string): void;
}

/** Whether other calls would fail as well. */
function isOfProvider({ cause }: Failure): boolean {
  return cause === "limit" || cause === "server" || cause === "network";
}

/** So many calls in a row without an answer, retries included, and a provider is taken for gone. */
const givesUpAfter = 5;

interface Lane {
  provider: string;
  pace: Pace;
  models: Map<string, Pace>;
  strands: Strands;
  /** Why nothing more is called. */
  stopped: string | null;
  lost: number;
  /** The moment that a timer will wake it. */
  wakeAt: number;
}

/**
 * Gives calls out: within the limits of every provider and model, one call first for every prefix that a provider's
 * cache shall hold, fairly between groups. The one owner of retries. What one provider does never delays another.
 */
export function createScheduler(options: SchedulerOptions): Executor & { calls(): number } {
  const { clock, budget, signal } = options;
  const lanes = new Map<string, Lane>();
  let over = false;
  let calls = 0;
  signal.addEventListener("abort", pumpAll, { once: true });

  function ask(call: Waiting["call"]): Promise<CallOutcome> {
    return new Promise((resolve) => {
      const lane = laneOf(options.providerOf(call.model));
      lane.strands.add({ call, attempts: {}, resolve });
      // Not at once: calls that are asked for together are known together.
      queueMicrotask(() => pump(lane));
    });
  }

  function pumpAll(): void {
    for (const lane of lanes.values()) pump(lane);
  }

  function pump(lane: Lane): void {
    for (;;) {
      if (over || signal.aborted || lane.stopped !== null) return empty(lane);
      const now = clock.now();
      const providerFreeAt = lane.pace.freeAt();
      const isFree = (model: string) => Math.max(providerFreeAt, paceOf(lane, model).freeAt()) <= now;
      const next = lane.strands.take(now, isFree);
      if (next === undefined) return wakeLater(lane, now);
      const room = budget.reserve(next.call);
      if (room !== "fits") {
        lane.strands.done(next.call, now, false);
        lane.strands.add(next, true);
        if (room === "wait") return; // whoever ends next pumps every lane
        over = true;
        return pumpAll();
      }
      void run(lane, next, now);
    }
  }

  async function run(lane: Lane, waiting: Waiting, now: number): Promise<void> {
    const { call } = waiting;
    const model = paceOf(lane, call.model);
    const tokens = options.tokensOf(call);
    for (const pace of [lane.pace, model]) pace.start(now, tokens);
    calls++;
    const outcome = await answerOf(call);
    for (const pace of [lane.pace, model]) pace.end();
    const answered = outcome.kind === "answer";
    budget.settle(call, answered ? outcome : undefined);
    lane.strands.done(call, clock.now(), answered);
    if (answered) call.onAnswer?.(outcome);
    if (answered) succeed(lane, model, waiting, outcome);
    else fail(lane, model, waiting, outcome);
    // A ceiling may have room again for the call of any provider.
    pumpAll();
  }

  function succeed(lane: Lane, model: Pace, { resolve }: Waiting, answer: Answer): void {
    lane.lost = 0;
    model.relax();
    resolve(answer);
  }

  function fail(lane: Lane, model: Pace, waiting: Waiting, failure: Failure): void {
    const now = clock.now();
    const pause = pauseAfter(failure, waiting.attempts, () => options.random());
    const tooLong = failure.cause === "limit" && (failure.retryAfter ?? 0) > longestWait;
    if (failure.cause === "provider" || tooLong) stop(lane, failure.reason);
    if (pause === undefined || lane.stopped !== null || over || signal.aborted) {
      if (isOfProvider(failure)) lane.lost++;
      // A call that could have been tried again is not done when the run ends: the next run asks it.
      const cutShort = pause !== undefined && lane.stopped === null;
      waiting.resolve(cutShort ? { kind: "stopped" } : failure);
      if (lane.lost >= givesUpAfter) {
        stop(lane, `no answer to ${lane.lost} calls in a row, the last time: ${failure.reason}`);
      }
      return;
    }
    if (failure.cause === "limit") {
      // All calls of the model would be refused: they wait together, and this one is the next.
      model.pause(now, now + pause);
      lane.strands.add(waiting, true);
      return;
    }
    void clock.sleep(pause, signal).then(() => {
      lane.strands.add(waiting, true);
      pump(lane);
    });
  }

  async function answerOf({ model, request }: Waiting["call"]): Promise<ChatOutcome> {
    try {
      return await options.connect(model).answer(request);
    } catch (error) {
      // Models promise not to throw; one that does anyway costs its own trial alone.
      return {
        kind: "unmeasured",
        cause: "request",
        reason: error instanceof Error ? error.message : String(error),
      };
    }
  }

  function stop(lane: Lane, reason: string): void {
    if (lane.stopped !== null) return;
    lane.stopped = reason;
    options.onProviderStopped(lane.provider, reason);
  }

  function empty(lane: Lane): void {
    const { stopped } = lane;
    const outcome: CallOutcome =
      stopped === null ? { kind: "stopped" } : { kind: "unmeasured", cause: "provider", reason: stopped };
    for (const { resolve } of lane.strands.clear()) resolve(outcome);
  }

  function wakeLater(lane: Lane, now: number): void {
    const at = [...lane.strands.models(now)].map((model) =>
      Math.max(lane.pace.freeAt(), paceOf(lane, model).freeAt()),
    );
    const next = Math.min(...at);
    if (next === Infinity || (lane.wakeAt > now && lane.wakeAt <= next)) return;
    lane.wakeAt = next;
    void clock.sleep(next - now, signal).then(() => {
      if (lane.wakeAt === next) lane.wakeAt = -Infinity;
      pump(lane);
    });
  }

  function laneOf(provider: string): Lane {
    let lane = lanes.get(provider);
    if (lane === undefined) {
      const pace = createPace(options.limitsOf({ provider }));
      lane = {
        provider,
        pace,
        models: new Map(),
        strands: createStrands(),
        stopped: null,
        lost: 0,
        wakeAt: -Infinity,
      };
      lanes.set(provider, lane);
    }
    return lane;
  }

  function paceOf(lane: Lane, model: string): Pace {
    let pace = lane.models.get(model);
    if (pace === undefined) lane.models.set(model, (pace = createPace(options.limitsOf({ model }))));
    return pace;
  }

  return { ask, calls: () => calls };
}
