import type { ChatCompletion } from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import type { Usage } from "../../cost/index.ts";
import { failed } from "../http/call-error.ts";
import { failureReasons } from "../messages.ts";
import { parseArguments } from "../parse-arguments.ts";
import type { ChatOutcome, ToolCall } from "../types.ts";
import { answerOf } from "./answer-of.ts";
import { splitInput } from "./split-input.ts";

/** The parts of a completion that are read; compatible servers leave out the others. */
export interface ReadCompletion {
  model?: string;
  choices: { message: ReadChatMessage; finish_reason: ChatCompletion.Choice["finish_reason"] | null }[];
  usage?: CompletionUsage | null;
}

export interface ReadChatMessage {
  content?: string | null;
  refusal?: string | null;
  tool_calls?: { id?: string; function?: { name: string; arguments: string } }[];
}

/** What a completion says, from a stream, a plain answer or a batch. */
export function outcomeOfCompletion(completion: ReadCompletion): ChatOutcome {
  const choice = completion.choices?.[0];
  if (choice === undefined) return failed(failureReasons.shape("it has no choices"), "server");
  const { message, finish_reason: reason } = choice;
  if (reason === "content_filter") return failed(failureReasons.filtered(""), "request");
  const text = message.content ?? "";
  const refusal = message.refusal ?? "";
  const toolCalls = (message.tool_calls ?? []).flatMap((call, i): ToolCall[] =>
    call.function === undefined
      ? []
      : [
          {
            // Some servers give calls no id; results need one to refer to.
            id: call.id || `call_${i + 1}`,
            name: call.function.name,
            arguments: parseArguments(call.function.arguments),
          },
        ],
  );
  return answerOf({
    ...{ text, refusal, toolCalls, cut: reason === "length" },
    usage: completion.usage ? usageOf(completion.usage) : undefined,
    // Some servers name none, or "".
    servedBy: completion.model || undefined,
  });
}

function usageOf(usage: CompletionUsage): Usage {
  const details = usage.prompt_tokens_details;
  return {
    ...splitInput(usage.prompt_tokens, details?.cached_tokens, details?.cache_write_tokens),
    output: usage.completion_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}
