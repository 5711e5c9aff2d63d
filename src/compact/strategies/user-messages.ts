import { pendingRequest, repairPairs } from "../history/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import type { CompactionInput, Strategy } from "../types.ts";
import { type StrategySettings, summarise, summaryMessage, wholeRange } from "./summarize.ts";

const cutMark = "\n[... the rest of this message was cut ...]";

/** What the user said stays word for word, the newest up to a limit; everything else becomes one summary at the end. */
export function createUserMessages(settings: StrategySettings): Strategy {
  const rest = (input: CompactionInput) => {
    const { summarised } = wholeRange(input, settings);
    return summarised.filter(({ message }) => message.role !== "user" || input.summaries.has(message));
  };
  return {
    ...{ id: "user-messages", observable: true },
    idle: (input) => {
      const fresh = rest(input).filter(({ message }) => !input.summaries.has(message)).length;
      return fresh >= settings.keep.min ? null : "nobody but the user has said anything";
    },
    async compact(input) {
      const summarised = await summarise(rest(input), input, settings);
      const summarizerRequests = [summarised.request];
      if (summarised.kind === "failed")
        return { kind: "failed", reason: summarised.reason, summarizerRequests };
      const kept = repairPairs(keptUsers(input, settings));
      const messages = [...kept, summaryMessage(summarised.text, settings)];
      return { kind: "compacted", messages, summaries: [kept.length], summarizerRequests };
    },
  };
}

/** The newest user messages that fit, in order. What is pinned and the open request always do; the first that does not fit is cut. */
function keptUsers(input: CompactionInput, { keep }: StrategySettings): ChatMessage[] {
  const { messages, summaries, pinned, size, count } = input;
  const pending = keep.request ? pendingRequest(messages, new Set([...pinned, ...summaries])) : null;
  const kept: ChatMessage[] = [];
  let left = keep.userTokens;
  for (const message of messages.toReversed()) {
    if (message.role !== "user" || summaries.has(message)) continue;
    if (pinned.has(message) || message === pending) kept.push(message);
    else if (left > 0) {
      const tokens = size(message);
      if (tokens <= left) kept.push(message);
      else if (!message.content.endsWith(cutMark))
        kept.push(cutTo(message, left / Math.max(1, count(message.content))));
      left -= tokens;
    }
  }
  return kept.toReversed();
}

function cutTo(message: ChatMessage & { role: "user" }, share: number): ChatMessage {
  const characters = [...message.content];
  return {
    role: "user",
    content: characters.slice(0, Math.floor(characters.length * share)).join("") + cutMark,
  };
}
