import type { ChatMessage } from "../../model/index.ts";

interface Block {
  type: string;
  [key: string]: unknown;
}

/** A message as the Messages API takes it. */
export interface AnthropicMessage {
  role: "user" | "assistant";
  content: Block[];
}

/** The conversation as the Messages API takes it: tool results are blocks of user messages, roles take turns. */
export function anthropicMessages(messages: readonly ChatMessage[]): AnthropicMessage[] {
  const wire: AnthropicMessage[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = wire.at(-1);
    if (last?.role === role) last.content.push(...blocksOf(message));
    else wire.push({ role, content: blocksOf(message) });
  }
  return wire.filter(({ content }) => content.length > 0);
}

function blocksOf(message: ChatMessage): Block[] {
  if (message.role === "tool") {
    const { callId, content, isError } = message;
    return [{ type: "tool_result", tool_use_id: callId, content, ...(isError ? { is_error: true } : {}) }];
  }
  // The API refuses empty text.
  const text: Block[] = message.content === "" ? [] : [{ type: "text", text: message.content }];
  if (message.role === "user") return text;
  const calls = (message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
    type: "tool_use",
    id,
    name,
    input,
  }));
  return [...text, ...calls];
}
