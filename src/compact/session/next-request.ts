import type { Assembly } from "../../assemble/index.ts";
import type { ChatMessage, ChatRequest } from "../../model/index.ts";

/** The request as a provider would receive it, and where in it the conversation begins. */
export interface WireRequest {
  request: ChatRequest;
  offset: number;
}

/**
 * The request of an assembly and a conversation. What holds for one turn stands around the last thing the user said;
 * prefill comes first. Messages of the conversation keep their identity but for that one.
 */
export function nextRequest(
  { text, channels, tools }: Assembly,
  history: readonly ChatMessage[],
  notUsers: ReadonlySet<ChatMessage>,
): WireRequest {
  const messages = [...history];
  const at = messages.findLastIndex((message) => message.role === "user" && !notUsers.has(message));
  const around = [channels.user_prefix?.text, messages[at]?.content, channels.user_suffix?.text];
  const parts = around.filter((part) => part !== undefined);
  if (at !== -1 && parts.length > 1) messages[at] = { role: "user", content: parts.join("\n\n") };
  const prefill: ChatMessage[] =
    channels.prefill === undefined ? [] : [{ role: "user", content: channels.prefill.text }];
  return {
    request: {
      system: text,
      messages: [...prefill, ...messages],
      tools: tools.map(({ name, description }) => ({
        name,
        ...(description === undefined ? {} : { description }),
      })),
      parameters: {},
    },
    offset: prefill.length,
  };
}
