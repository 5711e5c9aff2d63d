import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { Response, ResponseStreamEvent } from "openai/resources/responses/responses";
import { CallError } from "../http/call-error.ts";
import { failureOf } from "../http/read-failure.ts";
import { failureReasons } from "../messages.ts";
import type { ChatOutcome } from "../types.ts";
import { outcomeOfCompletion, type ReadChatMessage, type ReadCompletion } from "./read-completion.ts";
import { outcomeOfResponse } from "./read-response.ts";

/**
 * The last event of a response holds all of it. Throws when the stream ends before. What comes after is read too, so that
 * the connection can serve the next call, but changes nothing.
 */
export async function collectResponse(events: AsyncIterable<ResponseStreamEvent>): Promise<ChatOutcome> {
  const items: Response["output"] = [];
  let outcome: ChatOutcome | undefined;
  try {
    for await (const event of events) outcome ??= readEvent(event, items);
  } catch (error) {
    if (outcome === undefined) throw error;
  }
  if (outcome === undefined) throw new CallError(failureReasons.halfStream(), "network");
  return outcome;
}

function readEvent(event: ResponseStreamEvent, items: Response["output"]): ChatOutcome | undefined {
  if (event.type === "error") {
    return failureOf({ message: event.message, code: event.code ?? undefined, type: "server_error" }, 0);
  }
  if (event.type === "response.output_item.done") items[event.output_index] = event.item;
  if (
    event.type !== "response.completed" &&
    event.type !== "response.incomplete" &&
    event.type !== "response.failed"
  ) {
    return undefined;
  }
  const { response } = event;
  // Some servers leave the output out of the last event, since its items were sent before.
  const output = response.output?.length > 0 ? response.output : items.filter(Boolean);
  return outcomeOfResponse({ ...response, output });
}

/** Puts a streamed completion together. Throws when the stream ends before its only choice has finished. */
export async function collectCompletion(chunks: AsyncIterable<ChatCompletionChunk>): Promise<ChatOutcome> {
  const calls: NonNullable<ReadChatMessage["tool_calls"]> = [];
  const message: ReadChatMessage = { content: "", refusal: "", tool_calls: calls };
  const choice: ReadCompletion["choices"][number] = { message, finish_reason: null };
  const completion: ReadCompletion = { choices: [choice] };
  for await (const chunk of chunks) {
    if (chunk.model) completion.model = chunk.model;
    if (chunk.usage) completion.usage = chunk.usage;
    const part = chunk.choices?.[0];
    if (part === undefined) continue;
    const { content, refusal, tool_calls: deltas = [] } = part.delta ?? {};
    message.content += content ?? "";
    message.refusal += refusal ?? "";
    for (const { index, id, function: called } of deltas) {
      const call = (calls[index ?? 0] ??= { function: { name: "", arguments: "" } });
      if (id) call.id = id;
      call.function!.name += called?.name ?? "";
      call.function!.arguments += called?.arguments ?? "";
    }
    if (part.finish_reason) choice.finish_reason = part.finish_reason;
  }
  if (choice.finish_reason === null) throw new CallError(failureReasons.halfStream(), "network");
  return outcomeOfCompletion(completion);
}
