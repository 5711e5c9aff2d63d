import { pairSafe, tailStart } from "../history/index.ts";
import type { CompactionInput, Strategy } from "../types.ts";
import { compacted, idleRange, rangeOf, type StrategySettings } from "./summarize.ts";

// It says that something is missing: a mark that lets the model believe the context is whole would be worse than none.
const mark = "[Earlier messages of this conversation were left out.]";

/** Only the newest messages stay; the older ones go without a summary. */
export function createSlidingWindow(settings: StrategySettings): Strategy {
  const range = (input: CompactionInput) => {
    const { keep } = settings;
    const limit = input.budget * (keep.maxShare ?? 0.5);
    const most = keep.tail === 0 ? Infinity : keep.tail;
    const start = tailStart(input.messages, most, limit, input.size);
    return rangeOf(input, 0, pairSafe(input.messages, start, "on"), settings);
  };
  return {
    ...{ id: "sliding-window", observable: true, frame: mark },
    idle: (input) => idleRange(range(input), input, settings),
    compact: (input) =>
      Promise.resolve(compacted(input, range(input), [{ role: "user", content: mark }], [])),
  };
}
