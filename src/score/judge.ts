import type { GuardedType } from "./allow-list.ts";
import type { Judge } from "./types.ts";

/** A letter from A to E as the category, or alone before a bracket. promptfoo takes another letter for a plain no. */
const category =
  /\bcategory\b["']?\s*:\s*(?:["']\s*)?[a-e]\s*(?:["',}\n]|$)|^(?![\s\S]*\bcategory\b)[\s\S]*?[a-e]\)/i;

/** Types whose verdict comes from the judging model, with what its reply must hold to be a verdict. */
const verdictShapes: Partial<Record<GuardedType, RegExp>> = {
  "conversation-relevance": /\bverdict\b/,
  factuality: category,
  "g-eval": /\b(score|steps)\b/,
  // promptfoo takes a reply without `pass` as a pass.
  "llm-rubric": /\bpass\b["']?\s*:/,
  "model-graded-closedqa": /[YN]\s*$/,
  "model-graded-factuality": category,
};

/** A judge in the form that promptfoo calls, and what went wrong with it. */
export interface JudgeProvider {
  id(): string;
  callApi(prompt: string): Promise<{ output: string } | { error: string }>;
  /** Why there is no verdict; promptfoo itself would report some of these as a plain failure or a pass. */
  failure(): string | undefined;
}

/** Whether a type asks the judging model. */
export function isJudged(type: GuardedType): boolean {
  return verdictShapes[type] !== undefined;
}

/** Wraps a judge for one assertion of a type. */
export function judgeProvider(judge: Judge, type: GuardedType): JudgeProvider {
  let failure: string | undefined;
  const fail = (reason: string) => {
    failure = reason;
    return { error: reason };
  };
  return {
    id: () => judge.id,
    failure: () => failure,
    async callApi(prompt) {
      const outcome = await judge.answer({ ...readPrompt(prompt), tools: [], parameters: {} });
      if (outcome.kind === "unmeasured") return fail(`the judge did not answer: ${outcome.reason}`);
      if (!verdictShapes[type]?.test(outcome.text)) return fail("the judge's reply holds no verdict");
      return { output: outcome.text };
    },
  };
}

type JudgeRequest = Pick<Parameters<Judge["answer"]>[0], "system" | "messages">;

/** promptfoo's grading prompts are JSON chats or plain texts. */
function readPrompt(prompt: string): JudgeRequest {
  const chat = parseChat(prompt) ?? [{ role: "user", content: prompt }];
  return {
    system: chat.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n\n"),
    messages: chat.flatMap(({ role, content }) =>
      role === "user" || role === "assistant" ? [{ role, content }] : [],
    ),
  };
}

function parseChat(prompt: string): { role: string; content: string }[] | undefined {
  try {
    const chat: unknown = JSON.parse(prompt);
    return Array.isArray(chat) && chat.length > 0 && chat.every(isMessage) ? chat : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is { role: string; content: string } {
  if (typeof value !== "object" || value === null) return false;
  const { role, content } = value as { role?: unknown; content?: unknown };
  return typeof role === "string" && typeof content === "string";
}
