import type { ChatModel, ChatOutcome } from "../../model/index.ts";
import type { Summarizer, SummaryOutcome } from "../types.ts";

/** Lets an answering model summarise. It has no tools; whatever is not a whole text of its own is a failure. */
export function createModelSummarizer(model: ChatModel): Summarizer {
  return {
    id: model.id,
    async summarize(request, { signal }) {
      try {
        return outcomeOf(await model.answer(request, signal === undefined ? {} : { signal }));
      } catch (error) {
        return {
          kind: "failed",
          reason: `the summarizer broke: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
    },
  };
}

function outcomeOf(answer: ChatOutcome): SummaryOutcome {
  if (answer.kind === "unmeasured") return { kind: "failed", reason: answer.reason };
  const { text, toolCalls = [], stop } = answer;
  if (toolCalls.length > 0 || stop === "tool")
    return failed("the summarizer called a tool instead of answering");
  if (stop === "length") return failed("the summary was cut off at its length limit");
  if (stop === "refusal") return failed("the summarizer refused");
  if (text.trim() === "") return failed("the summary is empty");
  return { kind: "summary", text: text.trim() };
}

function failed(reason: string): SummaryOutcome {
  return { kind: "failed", reason };
}
