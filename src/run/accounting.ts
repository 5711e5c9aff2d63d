import { addMoney, addUsage, type Money, noMoney, priceOf, type Prices, type Usage } from "../cost/index.ts";
import type { Answer } from "../model/index.ts";
import type { Kept, Spent } from "./types.ts";

/** An answer and where it came from; `shared`: another trial of this run asked the same and has paid for it. */
export type Sourced = Answer & { from: "call" | "shared" | Kept };

/** Adds up what the calls of one trial took. */
export interface Account {
  add(answer: Sourced, prices: Prices | undefined): void;
  /** undefined where nothing was asked. */
  total(): Spent | undefined;
}

export function openAccount(): Account {
  let total: Spent | undefined;
  return {
    add(answer, prices) {
      const one = spentOn(answer, prices);
      total = total === undefined ? one : addSpent(total, one);
    },
    total: () => total,
  };
}

function spentOn({ from, usage, latency, ...rest }: Sourced, prices: Prices | undefined): Spent {
  const batch = rest.batch === true;
  const price = usage === undefined ? null : priceOf(usage, prices, batch);
  const stored = from === "cache" || from === "recordings";
  const saved = (kept: Kept): Money => (from === kept ? addMoney(noMoney, price) : noMoney);
  return {
    calls: 1,
    usage: usage ?? null,
    costUsd: from === "call" ? price : 0,
    saved: {
      ...{ cache: saved("cache"), recordings: saved("recordings") },
      ...(batch && from === "call" ? { batch: addMoney(noMoney, savedByBatch(usage, prices)) } : {}),
    },
    cached: stored,
    // How long an answer took once says nothing of this run.
    latencyMs: from === "call" ? (latency ?? null) : null,
  };
}

/** What the same call alone would have cost more. */
function savedByBatch(usage: Usage | undefined, prices: Prices | undefined): number | null {
  if (usage === undefined) return null;
  const [alone, batched] = [priceOf(usage, prices), priceOf(usage, prices, true)];
  return alone === null || batched === null ? null : alone - batched;
}

/** Two trials, or two calls of one, together. */
function addSpent(a: Spent, b: Spent): Spent {
  return {
    calls: a.calls + b.calls,
    usage: a.usage === null || b.usage === null ? null : addUsage(a.usage, b.usage),
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
    saved: {
      cache: addMoney(a.saved.cache, b.saved.cache),
      recordings: addMoney(a.saved.recordings, b.saved.recordings),
      ...(a.saved.batch === undefined && b.saved.batch === undefined
        ? {}
        : { batch: addMoney(a.saved.batch ?? noMoney, b.saved.batch ?? noMoney) }),
    },
    cached: a.cached && b.cached,
    latencyMs: a.latencyMs === null ? b.latencyMs : a.latencyMs + (b.latencyMs ?? 0),
  };
}
