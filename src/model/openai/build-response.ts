import type {
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import type { ReasoningEffort } from "openai/resources/shared";
import { anyArguments } from "../check-request.ts";
import { type ModelSettings, splitId } from "../settings.ts";
import type { ChatMessage, ChatRequest } from "../types.ts";

/** A request as OpenAI's Responses interface takes it. Nothing is kept at the vendor (`store: false`). */
export function responseParams(
  request: ChatRequest,
  settings: ModelSettings,
): ResponseCreateParamsNonStreaming {
  const { system, cacheKey, parameters, output } = request;
  const { temperature, maxTokens, effort } = parameters;
  return {
    model: splitId(settings.id).name,
    ...(system === "" ? {} : { instructions: system }),
    input: request.messages.flatMap(openAiItems),
    ...(request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name, description, schema }) => ({
            ...({ type: "function", name, strict: false } as const),
            ...(description === undefined ? {} : { description }),
            parameters: { ...anyArguments, ...schema },
          })),
        }),
    ...(cacheKey === undefined ? {} : { prompt_cache_key: cacheKey }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(effort === undefined ? {} : { reasoning: { effort: effort as ReasoningEffort } }),
    ...(output === undefined
      ? {}
      : {
          text: {
            format: {
              ...({ type: "json_schema", strict: true } as const),
              name: output.name,
              schema: output.schema as Record<string, unknown>,
            },
          },
        }),
    store: false,
  };
}

/** A message as input items of the Responses interface. */
export function openAiItems(message: ChatMessage): ResponseInputItem[] {
  if (message.role === "user") return [{ role: "user", content: message.content }];
  if (message.role === "tool") {
    return [{ type: "function_call_output", call_id: message.callId, output: message.content }];
  }
  const { content, toolCalls = [] } = message;
  return [
    ...(content === "" ? [] : [{ role: "assistant", content } as const]),
    ...toolCalls.map((call) => ({
      ...({ type: "function_call", call_id: call.id, name: call.name } as const),
      arguments: writeArguments(call.arguments),
    })),
  ];
}

/** Arguments as the text that a model gave. */
export function writeArguments(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? {});
}
