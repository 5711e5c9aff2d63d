import type { ChatMessage } from "../../model/index.ts";

/** A tool call and its result that are not together. */
export interface PairProblem {
  kind: "orphan-result" | "orphan-call" | "second-result";
  callId: string;
  /** Of the message. */
  index: number;
}

/**
 * Providers take a result only in the messages right after its call, and a next message only when every call has one.
 * Calls of the last assistant message may still be open.
 */
export function pairProblems(messages: readonly ChatMessage[]): PairProblem[] {
  const problems: PairProblem[] = [];
  let open = new Map<string, number>();
  let answered = new Set<string>();
  const close = (): void => {
    for (const [callId, index] of open) problems.push({ kind: "orphan-call", callId, index });
  };
  messages.forEach((message, index) => {
    if (message.role === "tool") {
      if (open.delete(message.callId)) answered.add(message.callId);
      else {
        const kind = answered.has(message.callId) ? "second-result" : "orphan-result";
        problems.push({ kind, callId: message.callId, index });
      }
      return;
    }
    close();
    open = new Map();
    answered = new Set();
    if (message.role === "assistant") for (const { id } of message.toolCalls ?? []) open.set(id, index);
  });
  if (open.size > 0 && !endsOpen(messages)) close();
  return problems;
}

/** Whether the conversation ends with calls that wait for results. */
function endsOpen(messages: readonly ChatMessage[]): boolean {
  return messages.findLast(({ role }) => role !== "tool")?.role === "assistant";
}

export const lostResult = "[The result of this call was lost in a compaction.]";

/** Drops results without a call and gives a stub to calls without a result. Valid messages are returned as they are. */
export function repairPairs(messages: readonly ChatMessage[]): ChatMessage[] {
  const problems = pairProblems(messages);
  if (problems.length === 0) return [...messages];
  const dropped = new Set(problems.filter(({ kind }) => kind !== "orphan-call").map(({ index }) => index));
  const unanswered = new Map<number, string[]>();
  for (const { kind, callId, index } of problems) {
    if (kind === "orphan-call") unanswered.set(index, [...(unanswered.get(index) ?? []), callId]);
  }
  const repaired: ChatMessage[] = [];
  let stubs: string[] = [];
  const flush = (): void => {
    repaired.push(
      ...stubs.map((callId): ChatMessage => ({ role: "tool", callId, content: lostResult, isError: true })),
    );
    stubs = [];
  };
  messages.forEach((message, index) => {
    if (dropped.has(index)) return;
    if (message.role !== "tool") flush();
    repaired.push(message);
    if (unanswered.has(index)) stubs = unanswered.get(index)!;
  });
  flush();
  return repaired;
}
