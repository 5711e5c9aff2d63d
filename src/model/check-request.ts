import { failureReasons } from "./messages.ts";
import type { ChatRequest } from "./types.ts";

const toolName = /^[A-Za-z0-9_-]{1,128}$/;

/** What every provider would refuse, said before the call: a broken tool, a tool result that answers nothing. */
export function requestProblem({ tools, messages }: ChatRequest): string | undefined {
  for (const { name, schema } of tools) {
    if (!toolName.test(name)) {
      return failureReasons.badTool(name, "needs a name of letters, digits, _ and - (at most 128)");
    }
    if (schema !== undefined && (schema as { type?: unknown }).type !== "object") {
      return failureReasons.badTool(name, 'needs a schema with type: "object"');
    }
  }
  const open = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const { id } of message.toolCalls ?? []) open.add(id);
    if (message.role === "tool" && !open.delete(message.callId)) {
      return failureReasons.strayResult(message.callId);
    }
  }
  return undefined;
}

/** What a model may call with when its tool says nothing of arguments. */
export const anyArguments = { type: "object", properties: {} } as const;
