import type { Strategy } from "../types.ts";
import { idleRange, rangeOf, type StrategySettings, summariseRange } from "./summarize.ts";

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
  const range = (input: Parameters<Strategy["compact"]>[0]) =>
    rangeOf(input, 0, input.messages.length, settings);
  return {
    ...{ id: "oracle", observable: true },
    idle: (input) => idleRange(range(input), input, settings),
    compact: (input) => {
      const summarizer = {
        id: "gold",
        summarize: () => Promise.resolve({ kind: "summary", text: gold } as const),
      };
      return summariseRange(range(input), { ...input, summarizer }, settings);
    },
  };
}
