import type { ChatMessage } from "../../model/index.ts";

/** A cut at `index` that parts no call from its results: moved on over results, or back to their call. */
export function pairSafe(messages: readonly ChatMessage[], index: number, move: "on" | "back"): number {
  let at = index;
  if (move === "on") while (messages[at]?.role === "tool") at++;
  else while (at > 0 && messages[at]?.role === "tool") at--;
  return at;
}

/**
 * Where the last exchanges begin: so many assistant turns, with the user message right before the first. Fewer are
 * kept where they are more than `limit` tokens; 0 when there are not so many turns.
 */
export function exchangeStart(
  messages: readonly ChatMessage[],
  keep: number,
  limit: number,
  size: (message: ChatMessage) => number,
): number {
  const turns = messages.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  if (keep === 0) return messages.length;
  if (turns.length < keep) return 0;
  const starts = turns.slice(-keep);
  const tokens = suffixSizes(messages, size);
  const first = starts.find((start) => tokens[start]! <= limit) ?? starts.at(-1)!;
  return messages[first - 1]?.role === "user" ? first - 1 : first;
}

/** Where a tail of so many messages begins; a shorter one where it is more than `limit` tokens. */
export function tailStart(
  messages: readonly ChatMessage[],
  keep: number,
  limit: number,
  size: (message: ChatMessage) => number,
): number {
  let start = messages.length;
  let tokens = 0;
  while (start > 0 && messages.length - start < keep) {
    tokens += size(messages[start - 1]!);
    if (tokens > limit && start < messages.length) break;
    start--;
  }
  return start;
}

/** Tokens from each index to the end. */
function suffixSizes(messages: readonly ChatMessage[], size: (message: ChatMessage) => number): number[] {
  const sizes = Array.from<number>({ length: messages.length + 1 }).fill(0);
  for (let i = messages.length - 1; i >= 0; i--) sizes[i] = sizes[i + 1]! + size(messages[i]!);
  return sizes;
}
