import type { ChatMessage, ChatModel, ChatRequest } from "../../model/index.ts";
import { type ActiveFact, findAlias, matchValue, searchText } from "../facts/index.ts";
import { messageText, repairPairs } from "../history/index.ts";
import type { ProbeResult } from "./types.ts";

/** The two arms of a probe. */
export interface ProbeArms {
  whole: ChatRequest;
  compacted: ChatRequest;
}

/** Asks a model for every fact that has a probe, of the whole conversation and of the compacted one. */
export async function askProbes(
  model: ChatModel,
  facts: readonly ActiveFact[],
  arms: ProbeArms,
  signal?: AbortSignal,
): Promise<ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const active of facts) {
    if (active.fact.probe === undefined) continue;
    const whole = await ask(model, active, arms.whole, signal);
    const compacted = await ask(model, active, arms.compacted, signal);
    results.push({
      fact: active.fact.id,
      whole: whole.passed,
      compacted: compacted.passed,
      reason: whole.reason ?? compacted.reason,
    });
  }
  return results;
}

interface Asked {
  passed: boolean | null;
  reason: string | null;
}

async function ask(
  model: ChatModel,
  active: ActiveFact,
  request: ChatRequest,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const question: ChatMessage = { role: "user", content: active.fact.probe!.ask };
  const messages = [...repairPairs(answered(request.messages)), question];
  const answer = await model.answer({ ...request, messages }, signal === undefined ? {} : { signal });
  if (answer.kind === "unmeasured") return { passed: null, reason: answer.reason };
  const { text, toolCalls = [] } = answer;
  const said = messageText({ role: "assistant", content: text, toolCalls });
  return { passed: isGood(active, said), reason: null };
}

/** A question behind an open request would be the second of two: the model is let off the first. */
function answered(messages: readonly ChatMessage[]): ChatMessage[] {
  const last = messages.at(-1);
  return last?.role === "assistant" && (last.toolCalls ?? []).length === 0
    ? [...messages]
    : [...messages, { role: "assistant", content: "Before I go on: is there a question?" }];
}

function isGood({ fact, value }: ActiveFact, said: string): boolean {
  const { expect, forbid } = fact.probe!;
  const searched = searchText(said);
  if (forbid.some((alias) => findAlias(searched, alias) !== null)) return false;
  if (expect !== undefined) return expect.some((alias) => findAlias(searched, alias) !== null);
  // A task that only forbids is passed by not doing it.
  if (forbid.length > 0) return true;
  return matchValue(searched, { value, aliases: value === fact.value ? fact.aliases : [] }) !== null;
}
