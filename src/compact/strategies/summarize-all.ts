import type { Strategy } from "../types.ts";
import { idleRange, type StrategySettings, summariseRange, wholeRange } from "./summarize.ts";

/** Everything becomes one summary; the session builds memory into the next prompt again. */
export function createSummarizeAll(settings: StrategySettings): Strategy {
  return {
    ...{ id: "summarize-all", observable: true },
    idle: (input) => idleRange(wholeRange(input, settings), input, settings),
    compact: (input) => summariseRange(wholeRange(input, settings), input, settings),
  };
}
