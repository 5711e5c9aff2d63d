import type { CompactionInput, Strategy } from "../types.ts";
import { idleRange, rangeOf, type StrategySettings, summariseRange } from "./summarize.ts";

/** Everything becomes one summary; the session builds memory into the next prompt again. */
export function createSummarizeAll(settings: StrategySettings): Strategy {
  const range = (input: CompactionInput) => rangeOf(input, 0, input.messages.length, settings);
  return {
    ...{ id: "summarize-all", observable: true },
    idle: (input) => idleRange(range(input), input, settings),
    compact: (input) => summariseRange(range(input), input, settings),
  };
}
