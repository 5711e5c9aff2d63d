import type { Assembly } from "../../assemble/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { aroundOf, placeAround } from "../../run/index.ts";
import type { Wire } from "../types.ts";

/**
 * The request of an assembly and a conversation. Messages of the conversation keep their identity but for the last one
 * of the user, where something stands around it.
 */
export function nextRequest(
  assembly: Assembly,
  history: readonly ChatMessage[],
  notUsers: ReadonlySet<ChatMessage>,
): Wire {
  const isUsers = (message: ChatMessage): boolean => message.role === "user" && !notUsers.has(message);
  const around = aroundOf(assembly);
  const messages = placeAround(history, around, isUsers);
  const said = new Set(history);
  const own = [around.prefill, around.injected];
  return {
    assembly,
    request: {
      system: assembly.text,
      messages,
      tools: assembly.tools.map(({ name, description }) => ({
        name,
        ...(description === undefined ? {} : { description }),
      })),
      parameters: {},
    },
    around: new Set(messages.filter((message) => !said.has(message) && own.includes(message.content))),
  };
}
