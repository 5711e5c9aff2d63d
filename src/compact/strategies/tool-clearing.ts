import { tailStart } from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { CompactionInput, Strategy } from "../types.ts";
import { pruned } from "./prune.ts";
import type { StrategySettings } from "./summarize.ts";

const defaults = { chars: 200, marker: "[tool output of {{chars}} characters left out]" };

/** Old tool results lose their text; calls, results and everything said stay where they are. */
export function createToolClearing(settings: StrategySettings): Strategy {
  const own = { ...settings, prune: settings.prune ?? defaults };
  const cleared = (input: CompactionInput): ChatMessage[] => {
    const { messages, budget, size } = input;
    const { tail, maxShare } = own.keep;
    const limit = maxShare === undefined ? Infinity : budget * maxShare;
    const end = tailStart(messages, tail, limit, size);
    return messages.map((message, index) =>
      index < end && !input.pinned.has(message) ? pruned(message, own) : message,
    );
  };
  const changed = ({ messages }: CompactionInput, after: readonly ChatMessage[]) =>
    after.some((message, index) => message !== messages[index]);
  const reason = "no tool result outside the tail is long enough";
  return {
    ...{ id: "tool-clearing", observable: true },
    idle: (input) => (changed(input, cleared(input)) ? null : reason),
    compact(input) {
      const messages = cleared(input);
      return Promise.resolve(
        changed(input, messages)
          ? { kind: "compacted", messages, summaries: [], summarizerRequests: [] }
          : { kind: "unchanged", reason },
      );
    },
  };
}
