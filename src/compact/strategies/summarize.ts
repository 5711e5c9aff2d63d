import { pendingRequest, repairPairs } from "../history/index.ts";
import type { Compaction } from "../../load/index.ts";
import type { ChatMessage, ChatRequest } from "../../model/index.ts";
import { summaryRequest } from "../summarizers/index.ts";
import type { CompactionInput, CompactionOutcome, SummaryTask } from "../types.ts";

/** The part of a stack's settings that strategies use. */
export type StrategySettings = Pick<Compaction, "keep" | "summary" | "prune">;

/** Which messages go into a summary; the others of the range stay as they are. */
export interface Range {
  start: number;
  end: number;
  /** Messages and their indexes, in order. */
  summarised: { message: ChatMessage; index: number }[];
  /** Of the range, those that stay whole: what is pinned, and the request that is not answered yet. */
  kept: ChatMessage[];
}

/** Splits a range. */
export function rangeOf(
  input: CompactionInput,
  start: number,
  end: number,
  { keep }: StrategySettings,
): Range {
  const { messages, pinned, summaries } = input;
  const pending = keep.request ? pendingRequest(messages, new Set([...pinned, ...summaries])) : null;
  const range: Range = { start, end, summarised: [], kept: [] };
  for (let index = start; index < end; index++) {
    const message = messages[index]!;
    if (message === pending || pinned.has(message)) range.kept.push(message);
    else range.summarised.push({ message, index });
  }
  return range;
}

/** The conversation as one range. */
export function wholeRange(input: CompactionInput, settings: StrategySettings): Range {
  return rangeOf(input, 0, input.messages.length, settings);
}

/** Why a range is not worth a summary; earlier summaries alone are summarised already. */
export function idleRange(
  { summarised }: Range,
  { summaries }: CompactionInput,
  { keep }: StrategySettings,
): string | null {
  const fresh = summarised.filter(({ message }) => !summaries.has(message)).length;
  return fresh >= keep.min ? null : `there is too little history: ${fresh} messages could be summarised`;
}

/** What the summarizer made of a part of the conversation. */
export type Summarised =
  | { kind: "summary"; text: string; request: ChatRequest }
  | { kind: "failed"; reason: string; request: ChatRequest };

/** Asks the summarizer, once. A summarizer that throws or gives a blank text has failed. */
export async function summarise(
  parts: readonly { message: ChatMessage; index: number }[],
  input: CompactionInput,
  { summary }: StrategySettings,
): Promise<Summarised> {
  const { focus, directives, summarizer, signal, summaries } = input;
  const task: SummaryTask = {
    messages: parts.map(({ message }) => message),
    indexes: parts.map(({ index }) => index),
    ...{ summaries, focus, directives },
    ...(signal === undefined ? {} : { signal }),
  };
  const instructions = [summary.instructions, input.instructions].filter((text) => text !== "").join("\n\n");
  const request = summaryRequest(task, { ...summary, instructions });
  try {
    const outcome = await summarizer.summarize(request, task);
    if (outcome.kind === "summary" && outcome.text.trim() === "") {
      return { kind: "failed", reason: "the summary is empty", request };
    }
    return { ...outcome, request };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "failed", reason, request };
  }
}

/** The summary as it stands in the conversation. */
export function summaryMessage(text: string, { summary }: StrategySettings): ChatMessage {
  return { role: "user", content: `${summary.prefix}${text}${summary.suffix}` };
}

/** Replaces a range by a summary: what was before it, the summary, what stays of it, what was behind it. */
export async function summariseRange(
  range: Range,
  input: CompactionInput,
  settings: StrategySettings,
): Promise<CompactionOutcome> {
  const summarised = await summarise(range.summarised, input, settings);
  const summarizerRequests = [summarised.request];
  if (summarised.kind === "failed") return { kind: "failed", reason: summarised.reason, summarizerRequests };
  return compacted(input, range, [summaryMessage(summarised.text, settings)], summarizerRequests);
}

/** The outcome with these messages in place of a range. */
export function compacted(
  { messages }: CompactionInput,
  { start, end, kept }: Range,
  written: readonly ChatMessage[],
  summarizerRequests: ChatRequest[],
): CompactionOutcome {
  const joined = repairPairs([...messages.slice(0, start), ...written, ...kept, ...messages.slice(end)]);
  const own = new Set(written);
  const summaries = joined.flatMap((message, index) => (own.has(message) ? [index] : []));
  return { kind: "compacted", messages: joined, summaries, summarizerRequests };
}
