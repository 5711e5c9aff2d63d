import type { ChatMessage, ChatRequest } from "../../model/index.ts";
import type { CompactionInput, CompactionOutcome, Strategy } from "../types.ts";

/**
 * Tries to compact, as often as a stack lets it. A result that is not smaller is a failure, as is one that took too
 * long; a strategy that throws has failed too. What is given back of a failure is the last reason and every request.
 */
export async function attempt(
  strategy: Strategy,
  input: CompactionInput,
  maxAttempts: number,
  timeout: number,
  total: (messages: readonly ChatMessage[]) => number,
): Promise<{ outcome: CompactionOutcome; attempts: number }> {
  const requests: ChatRequest[] = [];
  let reason = "";
  for (let attempts = 1; ; attempts++) {
    const outcome = await inTime(strategy, input, timeout);
    if (outcome.kind === "unchanged") return { outcome, attempts };
    requests.push(...outcome.summarizerRequests);
    const before = total(input.messages);
    if (outcome.kind === "compacted") {
      const after = total(outcome.messages);
      // What a server keeps cannot be counted.
      if (after < before || !strategy.observable)
        return { outcome: { ...outcome, summarizerRequests: requests }, attempts };
      reason = `the result has ${after} tokens and the conversation ${before}: it is not smaller`;
    } else reason = outcome.reason;
    if (attempts >= maxAttempts)
      return { outcome: { kind: "failed", reason, summarizerRequests: requests }, attempts };
  }
}

async function inTime(
  strategy: Strategy,
  input: CompactionInput,
  timeout: number,
): Promise<CompactionOutcome> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new Error(`the summarizer took more than ${timeout} ms`);
    controller.abort(reason);
    late.reject(reason);
  }, timeout);
  try {
    return await Promise.race([strategy.compact({ ...input, signal: controller.signal }), late.promise]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "failed", reason, summarizerRequests: [] };
  } finally {
    clearTimeout(timer);
  }
}
