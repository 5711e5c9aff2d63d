import type { Messages } from "@anthropic-ai/sdk/resources/messages";
import type { Usage } from "../../cost/index.ts";
import { failed } from "../http/call-error.ts";
import { failureReasons } from "../messages.ts";
import type { ChatOutcome, StopReason, ToolCall } from "../types.ts";

/** The parts of a message that are read, from a stream, a plain answer or a batch. */
export type ReadMessage = Pick<Messages.Message, "content" | "model" | "stop_reason" | "stop_details"> & {
  usage: Partial<Messages.Usage>;
};

const stops: Partial<Record<Messages.StopReason, StopReason>> = {
  end_turn: "end",
  stop_sequence: "end",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool",
  refusal: "refusal",
};

/** What a message of Anthropic's says. A refusal that names a policy is the provider's filter, not the model. */
export function outcomeOfMessage(message: ReadMessage): ChatOutcome {
  const { stop_reason: reason, stop_details: details } = message;
  if (reason === "refusal" && details?.category) {
    return failed(failureReasons.filtered(details.category), "request");
  }
  if (reason === "pause_turn") return failed(failureReasons.paused(), "request");
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  const toolCalls = message.content.flatMap((block): ToolCall[] =>
    block.type === "tool_use" ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
  );
  const stop = (reason === null ? undefined : stops[reason]) ?? "end";
  if (text === "" && toolCalls.length === 0 && stop === "end")
    return failed(failureReasons.empty(), "server");
  return {
    kind: "answer",
    text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    stop,
    usage: usageOf(message.usage),
    servedBy: message.model,
  };
}

/** Anthropic counts cache tokens beside its input tokens. */
function usageOf(usage: Partial<Messages.Usage>): Usage {
  return {
    input: usage.input_tokens ?? 0,
    cacheWrite: usage.cache_creation_input_tokens ?? 0,
    cacheRead: usage.cache_read_input_tokens ?? 0,
    output: usage.output_tokens ?? 0,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? 0,
  };
}
