import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { ReasoningEffort } from "openai/resources/shared";
import { anyArguments } from "../check-request.ts";
import { type ModelSettings, splitId } from "../settings.ts";
import type { ChatMessage, ChatRequest } from "../types.ts";
import { writeArguments } from "./build-response.ts";

/**
 * A request as Chat Completions takes it, at OpenAI or at a compatible server. The latter get the older name of the token
 * limit, and nothing that only OpenAI has. The role is `system` for both: OpenAI takes it for `developer`, and other
 * servers know no other.
 */
export function completionParams(
  request: ChatRequest,
  settings: ModelSettings,
): ChatCompletionCreateParamsNonStreaming {
  const { provider, name } = splitId(settings.id);
  const vendor = provider === "openai";
  const { system, cacheKey, parameters, output } = request;
  const { temperature, maxTokens, effort, seed } = parameters;
  return {
    model: name,
    messages: [
      ...(system === "" ? [] : [{ role: "system", content: system } as const]),
      ...request.messages.map(messageParam),
    ],
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map((tool) => ({
            type: "function",
            function: {
              name: tool.name,
              ...(tool.description === undefined ? {} : { description: tool.description }),
              parameters: { ...anyArguments, ...tool.schema },
            },
          })),
        }),
    ...(vendor && cacheKey !== undefined ? { prompt_cache_key: cacheKey } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined
      ? {}
      : vendor
        ? { max_completion_tokens: maxTokens }
        : { max_tokens: maxTokens }),
    ...(effort === undefined ? {} : { reasoning_effort: effort as ReasoningEffort }),
    ...(seed === undefined ? {} : { seed }),
    ...(output === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: {
              ...{ name: output.name, strict: true },
              schema: output.schema as Record<string, unknown>,
            },
          },
        }),
    ...(vendor ? { store: false } : {}),
  };
}

function messageParam(message: ChatMessage): ChatCompletionMessageParam {
  if (message.role === "user") return { role: "user", content: message.content };
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  }
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: "assistant", content };
  return {
    role: "assistant",
    content: content === "" ? null : content,
    tool_calls: toolCalls.map((call) => ({
      ...({ id: call.id, type: "function" } as const),
      function: { name: call.name, arguments: writeArguments(call.arguments) },
    })),
  };
}
