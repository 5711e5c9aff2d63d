import { messageText } from "../history/index.ts";
import type { ChatMessage, ChatRequest } from "../../model/index.ts";
import type { SummaryTask } from "../types.ts";

/** What every summary of a compaction shares. */
export interface SummaryWording {
  instructions: string;
  /** Index of the first message; 1 where the system prompt is item 0. */
  firstIndex: number;
  /** The longest answer, in tokens. */
  maxTokens: number;
}

/**
 * What a provider would receive to make a summary. Instructions, directives and focus are the system text: the
 * instruction channel. The history is one user message, so that nothing in it stands as a turn of this conversation.
 */
export function summaryRequest(
  { messages, indexes, focus, directives }: SummaryTask,
  { instructions, firstIndex, maxTokens }: SummaryWording,
): ChatRequest {
  const system = [
    instructions,
    ...(directives === null ? [] : [`What the project asks to preserve:\n${directives}`]),
    ...(focus === null ? [] : [`This once, pay attention to: ${focus}`]),
  ].filter((part) => part !== "");
  const history = messages.map(
    (message, i) => `[${indexes[i]! + firstIndex}] ${label(message)}: ${messageText(message)}`,
  );
  return {
    system: system.join("\n\n"),
    messages: [{ role: "user", content: `<conversation>\n${history.join("\n\n")}\n</conversation>` }],
    tools: [],
    parameters: { maxTokens },
  };
}

function label(message: ChatMessage): string {
  return message.role === "tool" ? "tool result" : message.role;
}
