import type { Usage } from "../types.ts";
import { addUsage, noUsage } from "../usage.ts";
import type { CacheRules } from "./cache-rules.ts";
import type { PricedPrompt, Segment, SessionShape } from "./types.ts";

/** What one request takes, in tokens from its start. */
export interface Turn {
  /** Up to here the cache serves it. */
  read: number;
  /** From `read` up to here it is written to the cache. */
  written: number;
  total: number;
}

/**
 * The requests of a session. Request t is tools, system text, the messages and answers so far, and a message:
 *
 *     total(t) = prompt + (t - 1) * (user + answer) + user + around
 *
 * What request t + 1 sends again, byte for byte, ends behind the last message, or before it when something stands around
 * it: that is where the last mark stands. The cache serves what request t has in common with t - 1: all of that, or up to
 * the first part of the prompt that changed in between; nothing after a pause longer than the lifetime.
 *
 * Marked: the longest prefix served ends at a mark, is at least the minimum, and everything up to the last mark that was
 * not served is written. Automatic: the minimum and whole steps above it are served, and writing is free.
 */
export function simulateSession(prompt: PricedPrompt, shape: SessionShape, rules: CacheRules): Turn[] {
  const { segments, around, acrossSessions } = prompt;
  const { turns, userTokens, answerTokens, secondsBetweenTurns, warm } = shape;
  const size = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const marks = systemMarks(segments, rules);
  const changed = changedTurns(shape);
  const isKept = secondsBetweenTurns <= rules.lifetime;
  const resent = (turn: number) => {
    const history = size + (turn - 1) * (userTokens + answerTokens);
    return around > 0 ? history : history + userTokens;
  };
  return Array.from({ length: turns }, (_, i) => {
    const turn = i + 1;
    const total = size + (turn - 1) * (userTokens + answerTokens) + userTokens + around;
    let common = turn === 1 ? (warm ? Math.min(acrossSessions, size) : 0) : isKept ? resent(turn - 1) : 0;
    if (turn > 1) common = Math.min(common, stableTokens(segments, changed.has(turn)));
    const ends = turn === 1 ? marks : [...marks, resent(turn - 1)];
    const read = served(common, ends, rules);
    const isWritten = rules.kind === "marked" && resent(turn) >= rules.minimum;
    return { read, written: isWritten ? resent(turn) : read, total };
  });
}

/** Tokens of all requests together. */
export function usageOf(requests: readonly Turn[], { answerTokens }: SessionShape): Usage {
  return requests.reduce(
    (sum, { read, written, total }) =>
      addUsage(sum, {
        ...{ input: total - written, cacheWrite: written - read, cacheRead: read },
        ...{ output: answerTokens, reasoning: 0 },
      }),
    noUsage,
  );
}

function served(common: number, ends: readonly number[], { kind, minimum, step }: CacheRules): number {
  if (kind === "none" || common < minimum) return 0;
  if (kind === "automatic") return minimum + Math.floor((common - minimum) / step) * step;
  return Math.max(0, ...ends.filter((end) => end <= common && end >= minimum));
}

/** Where marks stand in the prompt. One is kept for the conversation; of too many the first ones and the last stay. */
function systemMarks(segments: readonly Segment[], { kind, minimum, marks }: CacheRules): number[] {
  if (kind !== "marked") return [];
  let at = 0;
  const ends = segments.flatMap(({ tokens, endsTier }) => {
    at += tokens;
    return endsTier && at >= minimum ? [at] : [];
  });
  const room = marks - 1;
  return ends.length <= room ? ends : [...ends.slice(0, room - 1), ends.at(-1)!];
}

/** How much of the prompt is as it was at the request before. */
function stableTokens(segments: readonly Segment[], hasChanged: boolean): number {
  let at = 0;
  for (const { tokens, changes, keeps } of segments) {
    if (changes === "every-turn" || (changes === "sometimes" && hasChanged))
      return at + Math.min(keeps, tokens);
    at += tokens;
  }
  return Infinity;
}

/** The turns before which what changes sometimes did so: spread over the session, never before the first. */
function changedTurns({ turns, changes }: SessionShape): Set<number> {
  const times = Math.min(changes, turns - 1);
  const turnOf = (i: number) => 2 + Math.floor(((i + 0.5) * (turns - 1)) / times);
  return new Set(Array.from({ length: Math.max(0, times) }, (_, i) => turnOf(i)));
}
