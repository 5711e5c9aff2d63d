import { exchangeStart, pairSafe, tailStart } from "../history/index.ts";
import type { CompactionInput, Strategy } from "../types.ts";
import { pruned } from "./prune.ts";
import { idleRange, type Range, rangeOf, type StrategySettings, summariseRange } from "./summarize.ts";

/** The start and the end stay word for word; what is between them becomes one summary. */
export function createHeadTail(settings: StrategySettings): Strategy {
  const range = (input: CompactionInput) => middleOf(input, settings);
  return {
    ...{ id: "head-tail", observable: true },
    idle: (input) => idleRange(range(input), input, settings),
    compact: (input) => {
      const middle = range(input);
      const summarised = middle.summarised.map(({ message, index }) => ({
        message: pruned(message, settings),
        index,
      }));
      return summariseRange({ ...middle, summarised }, input, settings);
    },
  };
}

/** The part between head and tail, cut so that no tool call is parted from its results. */
export function middleOf(input: CompactionInput, settings: StrategySettings): Range {
  const { messages, budget, size, summaries } = input;
  const { head, tail, exchanges, maxShare, pairs } = settings.keep;
  const limit = maxShare === undefined ? Infinity : budget * maxShare;
  const cut =
    exchanges > 0 ? exchangeStart(messages, exchanges, limit, size) : tailStart(messages, tail, limit, size);
  // An earlier summary stands right behind the head, and goes into the new one.
  const first = messages.findIndex((message) => summaries.has(message));
  const start = pairSafe(
    messages,
    first === -1 ? Math.min(head, messages.length) : Math.min(head, first),
    "on",
  );
  const end = pairSafe(messages, Math.max(start, cut), pairs === "summarize" ? "on" : "back");
  return rangeOf(input, start, Math.max(start, end), settings);
}
