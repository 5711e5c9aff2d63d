import type { ChatMessage } from "../../model/index.ts";

const nothing: ReadonlySet<ChatMessage> = new Set();

/**
 * The user's request that no final answer has followed; null where there is none. A turn is answered by an assistant
 * message without tool calls. `notUsers` are user messages that no user said.
 */
export function pendingRequest(
  messages: readonly ChatMessage[],
  notUsers: ReadonlySet<ChatMessage> = nothing,
): ChatMessage | null {
  for (const message of messages.toReversed()) {
    if (notUsers.has(message)) continue;
    if (message.role === "user") return message;
    if (message.role === "assistant" && (message.toolCalls ?? []).length === 0) return null;
  }
  return null;
}
