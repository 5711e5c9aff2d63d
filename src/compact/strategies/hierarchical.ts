import type { ChatMessage, ChatRequest } from "../../model/index.ts";
import type { CompactionInput, CompactionOutcome, Strategy } from "../types.ts";
import { middleOf } from "./head-tail.ts";
import { compacted, idleRange, type StrategySettings, summarise, summaryMessage } from "./summarize.ts";

const chunkMessages = 20;

/** Summaries of parts, and a summary of those: rolling from boundary to boundary, as an earlier one is a part too. */
export function createHierarchical(settings: StrategySettings): Strategy {
  return {
    ...{ id: "hierarchical", observable: true },
    idle: (input) => idleRange(middleOf(input, settings), input, settings),
    compact: (input) => summariseLevels(input, settings),
  };
}

async function summariseLevels(
  input: CompactionInput,
  settings: StrategySettings,
): Promise<CompactionOutcome> {
  const range = middleOf(input, settings);
  const requests: ChatRequest[] = [];
  const made = new Set<ChatMessage>(input.summaries);
  let parts = range.summarised;
  for (;;) {
    const next: typeof parts = [];
    for (let i = 0; i < parts.length; i += chunkMessages) {
      const chunk = parts.slice(i, i + chunkMessages);
      const summarised = await summarise(chunk, { ...input, summaries: made }, settings);
      requests.push(summarised.request);
      if (summarised.kind === "failed") {
        return { kind: "failed", reason: summarised.reason, summarizerRequests: requests };
      }
      const message: ChatMessage = { role: "user", content: summarised.text };
      made.add(message);
      next.push({ message, index: chunk.at(-1)!.index });
    }
    if (next.length === 1) {
      return compacted(input, range, [summaryMessage(next[0]!.message.content, settings)], requests);
    }
    parts = next;
  }
}
