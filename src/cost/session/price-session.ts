import { priceOf } from "../price.ts";
import type { Prices, Usage } from "../types.ts";
import type { CacheRules } from "./cache-rules.ts";
import { simulateSession, type Turn, usageOf } from "./simulate-session.ts";
import type { PricedPrompt, SessionShape } from "./types.ts";

/** What a session costs. */
export interface SessionPrice {
  usage: Usage;
  /** US dollars; null where the model has no price. */
  usd: number | null;
  /** US dollars of each part of the prompt over the session, in their order; null as above. */
  segments: (number | null)[];
}

/** Prices a session by a vendor's cache rules. */
export function priceSession(
  prompt: PricedPrompt,
  shape: SessionShape,
  rules: CacheRules,
  prices: Prices | undefined,
): SessionPrice {
  const requests = simulateSession(prompt, shape, rules);
  const usage = usageOf(requests, shape);
  let start = 0;
  const segments = prompt.segments.map(({ tokens }) => {
    const end = start + tokens;
    const usd = priceOf(usageOfRange(requests, start, end), prices);
    start = end;
    return usd;
  });
  return { usage, usd: priceOf(usage, prices), segments };
}

/** The same prompt if none of it ever changed within a session. */
export function asStable(prompt: PricedPrompt): PricedPrompt {
  return { ...prompt, segments: prompt.segments.map((segment) => ({ ...segment, changes: "never" })) };
}

/** Input of all requests between two positions, by what is paid for it. */
function usageOfRange(requests: readonly Turn[], start: number, end: number): Usage {
  const usage: Usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0 };
  for (const { read, written, total } of requests) {
    usage.cacheRead += overlap(start, end, 0, read);
    usage.cacheWrite += overlap(start, end, read, written);
    usage.input += overlap(start, end, written, total);
  }
  return usage;
}

function overlap(start: number, end: number, from: number, to: number): number {
  return Math.max(0, Math.min(end, to) - Math.max(start, from));
}
