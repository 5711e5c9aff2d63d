import { type CountTokens, loadTokenizer } from "../assemble/index.ts";
import type { ChatRequest } from "../model/index.ts";
import { byteLength, stableJson } from "../util/index.ts";
import { runReasons } from "./messages.ts";
import { isLocal } from "./settings.ts";
import type { Plan, PlannedTrial } from "./types.ts";

/** What a provider adds for the form of a message, about. */
const perMessage = 8;

function textsOf({ system, messages, tools, output }: ChatRequest): string[] {
  const spoken = messages.map((message) =>
    message.role === "assistant" && message.toolCalls !== undefined
      ? `${message.content}${stableJson(message.toolCalls)}`
      : message.content,
  );
  return [
    ...[system, ...spoken],
    ...(tools.length === 0 ? [] : [stableJson(tools)]),
    ...(output === undefined ? [] : [stableJson(output)]),
  ];
}

/** Tokens of a request, as this tokenizer counts; the vendor's own may differ. */
export function requestTokens(request: ChatRequest, count: CountTokens): number {
  const form = (request.messages.length + 1) * perMessage;
  return textsOf(request).reduce((sum, text) => sum + count(text), form);
}

/** More tokens than any tokenizer makes of a request: half as many again, and never more than its bytes. */
export function tokensAtMost(request: ChatRequest, count: CountTokens): number {
  const form = (request.messages.length + 1) * perMessage * 4;
  return textsOf(request).reduce(
    (sum, text) => sum + Math.min(byteLength(text), Math.ceil(count(text) * 1.5)),
    form,
  );
}

/** Skips trials whose request does not fit into the window of the model that is to answer, with both numbers. */
export async function skipTooLong(plan: Plan): Promise<Plan> {
  const trials: PlannedTrial[] = [];
  for (const trial of plan.trials) {
    const { request, answer, skip } = trial;
    const window = answer === null ? null : (plan.models.get(answer)?.window ?? null);
    if (request === null || skip !== undefined || window === null || isLocal(answer!)) {
      trials.push(trial);
      continue;
    }
    // No tokenizer makes more tokens than bytes; the tokenizer takes longer to load than everything else here.
    const bytes = textsOf(request).reduce((sum, text) => sum + byteLength(text), 0);
    const tokens = bytes <= window ? 0 : requestTokens(request, await loadTokenizer());
    trials.push(tokens <= window ? trial : { ...trial, skip: runReasons.tooLong(tokens, answer!, window) });
  }
  return { ...plan, trials };
}
