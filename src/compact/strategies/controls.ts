import type { Strategy } from "../types.ts";
import { idleRange, type StrategySettings, summariseRange, wholeRange } from "./summarize.ts";

/** The control that keeps everything: the ceiling of every survival rate. */
export function createNoop(): Strategy {
  const reason = "this strategy keeps everything";
  return {
    ...{ id: "noop", observable: true },
    idle: () => reason,
    compact: () => Promise.resolve({ kind: "unchanged", reason }),
  };
}

/** The control whose summary is known to be right; a judge that does not give it the full mark is wrong itself. */
export function createOracle(gold: string, settings: StrategySettings): Strategy {
  return {
    ...{ id: "oracle", observable: true },
    idle: (input) => idleRange(wholeRange(input, settings), input, settings),
    compact: (input) => {
      const summarizer = {
        id: "gold",
        summarize: () => Promise.resolve({ kind: "summary", text: gold } as const),
      };
      return summariseRange(wholeRange(input, settings), { ...input, summarizer }, settings);
    },
  };
}
