import type { Usage } from "../../cost/index.ts";
import { failed } from "../http/call-error.ts";
import { failureReasons } from "../messages.ts";
import type { ChatOutcome, ToolCall } from "../types.ts";

/** What an answer is made of, however the interface wraps it. */
export interface AnswerParts {
  text: string;
  refusal: string;
  toolCalls: ToolCall[];
  /** It reached its limit of tokens. */
  cut: boolean;
  usage: Usage | undefined;
  servedBy: string | undefined;
}

/** An answer; one that says nothing, and was not cut before it could, is a failure of the server. */
export function answerOf({ text, refusal, toolCalls, cut, usage, servedBy }: AnswerParts): ChatOutcome {
  if (text === "" && refusal === "" && toolCalls.length === 0 && !cut) {
    return failed(failureReasons.empty(), "server");
  }
  return {
    kind: "answer",
    text: text === "" ? refusal : text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    stop: cut ? "length" : refusal !== "" ? "refusal" : toolCalls.length > 0 ? "tool" : "end",
    ...(usage === undefined ? {} : { usage }),
    ...(servedBy === undefined ? {} : { servedBy }),
  };
}
