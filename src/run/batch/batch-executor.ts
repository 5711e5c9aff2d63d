import type { BatchModel, BatchSize, ChatOutcome, Failure } from "../../model/index.ts";
import { byteLength, sha256, stableJson } from "../../util/index.ts";
import { type Attempts, pauseAfter } from "../schedule/retry.ts";
import type { Budget, Call, CallOutcome, Clock, Executor } from "../schedule/index.ts";
import type { BatchFile, BatchRow } from "./batch-file.ts";

export interface BatchOptions {
  connect(model: string): BatchModel;
  sizeOf(model: string): BatchSize;
  file: BatchFile;
  budget: Budget;
  clock: Clock;
  /** 0 up to 1. */
  random(): number;
  /** ISO 8601, UTC. */
  now(): string;
  /** After an abort nothing is submitted and nobody waits; a batch that is on its way is found by the next run. */
  signal: AbortSignal;
  /** A line for whoever waits. */
  onNotice(line: string): void;
  /** Nothing more is heard of a provider's batch in this run. Its calls are not done. */
  onLost(model: string, reason: string): void;
  /** The disk refuses: what is known of batches could not be kept. */
  onBroken(error: unknown): void;
}

/** Milliseconds between two looks at a batch: short for a small one, then ever longer. */
const firstLook = 5000;
const longestLook = 5 * 60_000;
const growth = 1.5;
/** So many looks in a row that come to nothing, and the batch is left to the next run. */
const givesUpAfter = 8;
/** Milliseconds in which nobody may ask before what was asked goes out. */
const quiet = 5;

interface Waiting {
  call: Call;
  /** Whether something is set aside for it; for a call of an earlier start nothing is, for it is paid. */
  reserved: boolean;
  resolve(outcome: CallOutcome): void;
}

/** The id under which a batch answers a call: its key's 64 digits. */
export function customIdOf({ key, model, request }: Call): string {
  return (key ?? sha256(stableJson([model, request]))).slice("sha256:".length);
}

/**
 * Answers calls in batches. Calls that are asked for together go out together; those that a batch of an earlier start
 * has asked already only wait for it.
 */
export function createBatchExecutor(options: BatchOptions): Executor & { calls(): number } {
  const { file, budget, signal } = options;
  const waiting = new Map<string, Waiting>();
  const queue: Waiting[] = [];
  /** Calls that wait for room under a ceiling. */
  const held: Waiting[] = [];
  let flushing = false;
  let submitted = 0;
  const followed = new Set<BatchRow>();

  function ask(call: Call): Promise<CallOutcome> {
    return new Promise((resolve) => {
      queue.push({ call, resolve, reserved: false });
      if (!flushing) guard(flush());
    });
  }

  /** A batch that breaks breaks the run; nobody may wait for it for ever. */
  function guard(work: Promise<void>): void {
    work.catch((error: unknown) => {
      options.onBroken(error);
      for (const one of [...queue.splice(0), ...held.splice(0), ...waiting.values()]) {
        one.resolve({ kind: "stopped" });
      }
      waiting.clear();
    });
  }

  /** Waits until nobody asks any more: whoever asks does so at once, or after an answer. */
  async function flush(): Promise<void> {
    flushing = true;
    for (let seen = -1; seen !== queue.length;) {
      seen = queue.length;
      await options.clock.sleep(quiet);
    }
    flushing = false;
    const asked = queue.splice(0);
    const open = new Map(
      file.rows.flatMap((row) => (row.state === "open" ? row.customIds.map((id) => [id, row] as const) : [])),
    );
    const fresh: Waiting[] = [];
    const rows = new Set<BatchRow>();
    for (const one of asked) {
      const id = customIdOf(one.call);
      const row = open.get(id);
      if (row === undefined) fresh.push(one);
      else {
        rows.add(row);
        waiting.set(id, one);
      }
    }
    for (const row of rows) guard(follow(row));
    for (const [model, calls] of Map.groupBy(fresh, ({ call }) => call.model)) submitAll(model, calls);
  }

  function submitAll(model: string, calls: readonly Waiting[]): void {
    const { requests, bytes } = options.sizeOf(model);
    let chunk: Waiting[] = [];
    let size = 0;
    for (const one of calls) {
      const refused = signal.aborted
        ? { kind: "stopped" as const }
        : options.connect(model).refuse(one.call.request);
      if (refused !== undefined) {
        one.resolve(refused);
        continue;
      }
      const room = budget.reserve(one.call);
      if (room === "over") {
        one.resolve({ kind: "stopped" });
        continue;
      }
      if (room === "wait") {
        // It may fit once what was set aside for the others turns out to be too much.
        held.push(one);
        continue;
      }
      one.reserved = true;
      const length = byteLength(JSON.stringify(one.call.request));
      if (chunk.length === requests || (chunk.length > 0 && size + length > bytes)) {
        guard(submit(model, chunk));
        chunk = [];
        size = 0;
      }
      chunk.push(one);
      size += length;
    }
    if (chunk.length > 0) guard(submit(model, chunk));
  }

  function release(): void {
    if (held.length === 0) return;
    queue.push(...held.splice(0));
    if (!flushing) guard(flush());
  }

  async function submit(model: string, chunk: readonly Waiting[]): Promise<void> {
    const items = chunk.map(({ call }) => ({ customId: customIdOf(call), request: call.request }));
    const customIds = items.map(({ customId }) => customId);
    const row: BatchRow = { model, id: null, submitted: options.now(), state: "submitting", customIds };
    file.rows.push(row);
    for (const one of chunk) waiting.set(customIdOf(one.call), one);
    const attempts: Attempts = {};
    for (;;) {
      // Written first: after a kill it must be known that a batch may be there.
      file.save();
      const outcome = await options.connect(model).submit(items);
      if (outcome.kind === "submitted") {
        submitted += chunk.length;
        Object.assign(row, { id: outcome.batch, state: "open" });
        file.save();
        options.onNotice(
          `${outcome.batch}: ${chunk.length} requests to ${model} are submitted; the same command goes on waiting after a stop`,
        );
        return follow(row);
      }
      // After a lost connection nobody knows whether the batch arrived, and a second one would be paid as well.
      const unknown = outcome.cause === "network";
      const pause = unknown ? undefined : pauseAfter(outcome, attempts, () => options.random());
      if (pause !== undefined && !signal.aborted) {
        await options.clock.sleep(pause, signal);
        if (!signal.aborted) continue;
      }
      if (!unknown) {
        file.rows.splice(file.rows.indexOf(row), 1);
        file.save();
      }
      return finish(customIds, signal.aborted ? { kind: "stopped" } : outcome);
    }
  }

  /** Looks at a batch until it has ended, and gives its answers out. */
  async function follow(row: BatchRow): Promise<void> {
    if (followed.has(row)) return;
    followed.add(row);
    const model = options.connect(row.model);
    let look = firstLook;
    let failures = 0;
    for (;;) {
      if (signal.aborted) return leave(row);
      const problem = await readEnded(row, model);
      if (problem === "done") return;
      if (problem !== "running") {
        if (problem.cause === "request") return end(row, problem);
        if (problem.cause === "provider" || ++failures === givesUpAfter) {
          options.onLost(row.model, problem.reason);
          return leave(row);
        }
      } else failures = 0;
      const asked = problem === "running" ? 0 : (problem.retryAfter ?? 0);
      await options.clock.sleep(Math.max(asked, look * (0.75 + options.random() / 4)), signal);
      look = Math.min(longestLook, look * growth);
    }
  }

  async function readEnded(row: BatchRow, model: BatchModel): Promise<"running" | "done" | Failure> {
    const state = await model.check(row.id!);
    if (state.kind !== "ended") return state.kind === "running" ? "running" : state;
    const own = new Set(row.customIds);
    const answers = new Map<string, ChatOutcome>();
    const read = await model.read(row.id!, (customId, outcome) => {
      if (!own.has(customId) || answers.has(customId)) return;
      answers.set(customId, outcome);
      // Kept as it comes; whoever waits goes on when all of them are there.
      if (outcome.kind === "answer") waiting.get(customId)?.call.onAnswer?.(outcome);
    });
    if (read.kind !== "read") return read;
    for (const [customId, outcome] of answers) settle(customId, outcome);
    const reason = state.problem ?? "it has no result for it";
    end(row, {
      kind: "unmeasured",
      cause: "request",
      reason: `batch ${row.id} did not answer this request: ${reason}`,
    });
    return "done";
  }

  /** Nobody may wait for it any more. */
  function settle(customId: string, outcome: CallOutcome): void {
    const one = waiting.get(customId);
    if (one === undefined) return;
    waiting.delete(customId);
    if (one.reserved) budget.settle(one.call, outcome.kind === "answer" ? outcome : undefined);
    one.resolve(outcome);
  }

  /** What is left without an answer has none. */
  function end(row: BatchRow, failure: Failure): void {
    finish(row.customIds, failure);
    row.state = "done";
    file.save();
    release();
  }

  function leave({ customIds }: BatchRow): void {
    finish(customIds, { kind: "stopped" });
    for (const one of held.splice(0)) one.resolve({ kind: "stopped" });
  }

  function finish(customIds: readonly string[], outcome: CallOutcome): void {
    for (const id of customIds) settle(id, outcome);
    release();
  }

  return { ask, calls: () => submitted };
}
