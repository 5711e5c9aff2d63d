import type { Response, ResponseUsage } from "openai/resources/responses/responses";
import type { Usage } from "../../cost/index.ts";
import { failed } from "../http/call-error.ts";
import { failureOf, readErrorBody } from "../http/read-failure.ts";
import { failureReasons } from "../messages.ts";
import { parseArguments } from "../parse-arguments.ts";
import type { ChatOutcome, ToolCall } from "../types.ts";
import { answerOf } from "./answer-of.ts";
import { splitInput } from "./split-input.ts";

/** What a finished response says, from a stream, a plain answer or a batch. */
export function outcomeOfResponse(response: Response): ChatOutcome {
  const { status, error, incomplete_details: incomplete, model, usage } = response;
  if (status === "failed" || error) {
    return failureOf(
      readErrorBody(error) ?? { message: failureReasons.halfStream(), code: "server_error" },
      0,
    );
  }
  if (status === "cancelled" || status === "queued" || status === "in_progress") {
    return failed(failureReasons.halfStream(), "network");
  }
  if (incomplete?.reason === "content_filter") return failed(failureReasons.filtered(""), "request");
  let text = "";
  let refusal = "";
  const toolCalls: ToolCall[] = [];
  for (const item of response.output) {
    if (item.type === "function_call") {
      toolCalls.push({ id: item.call_id, name: item.name, arguments: parseArguments(item.arguments) });
    }
    if (item.type !== "message") continue;
    for (const part of item.content) {
      if (part.type === "output_text") text += part.text;
      else if (part.type === "refusal") refusal += part.refusal;
    }
  }
  return answerOf({
    ...{ text, refusal, toolCalls, cut: status === "incomplete", servedBy: model },
    usage: usage === undefined ? undefined : usageOf(usage),
  });
}

function usageOf(usage: ResponseUsage): Usage {
  const { input_tokens: input, input_tokens_details: details, output_tokens: output } = usage;
  return {
    ...splitInput(input, details?.cached_tokens, details?.cache_write_tokens),
    output,
    reasoning: usage.output_tokens_details?.reasoning_tokens ?? 0,
  };
}
