import fc from "fast-check";
import { createSize, estimateTokens } from "./history/index.ts";
import type { Compaction } from "../load/index.ts";
import type { ChatMessage } from "../model/index.ts";
import { createExtractiveSummarizer, extractiveBounds } from "./summarizers/index.ts";
import type { CompactionInput, CompactionOutcome, Summarizer } from "./types.ts";

export const user = (content: string): ChatMessage => ({ role: "user", content });
export const said = (content: string, ...ids: string[]): ChatMessage => ({
  ...{ role: "assistant", content },
  ...(ids.length === 0
    ? {}
    : { toolCalls: ids.map((id) => ({ id, name: "read", arguments: { path: `${id}.ts` } })) }),
});
export const result = (callId: string, content = `text of ${callId}`): ChatMessage => ({
  ...{ role: "tool", callId, content },
});

/** A conversation in the letters of the reference vectors: u, a, and t for a call with its result. */
export function fromLetters(letters: string): ChatMessage[] {
  let call = 0;
  return [...letters].map((letter, i) => {
    if (letter === "u") return user(`request ${i}`);
    if (letter === "t") return result(`c${call++}`, `output ${i}`);
    return letters[i + 1] === "t" ? said(`step ${i}`, `c${call}`) : said(`answer ${i}`);
  });
}

/** Settings as a stack has them that says nothing but its strategy. */
export function settings(changes: Record<string, object | number | string | string[]> = {}): Compaction {
  const base = {
    strategy: "summarize-all",
    summarizer: "model",
    trigger: { of: "window", floors: [], headroom: 0, once: false, when: {} },
    keep: { head: 0, tail: 0, exchanges: 0, min: 1, pairs: "keep", request: true, userTokens: 20_000 },
    exclude: [],
    summary: {
      prefix: "[Summary]\n",
      suffix: "",
      instructions: "Summarise.",
      maxTokens: 2048,
      maxChars: 12_000,
      minChars: 512,
      fieldChars: 800,
      truncated: "\n[summary truncated]",
      firstIndex: 0,
    },
    hooks: { PreCompact: { archive: true, onFailure: "refuse", timeout: 1000 }, PostCompact: null },
    maxAttempts: 3,
  } as const;
  const merged = Object.entries(changes).map(([key, value]) => {
    const old = (base as Record<string, unknown>)[key];
    const isObject = (one: unknown): one is object =>
      typeof one === "object" && one !== null && !Array.isArray(one);
    return [key, isObject(old) && isObject(value) ? { ...old, ...value } : value];
  });
  return { ...base, ...Object.fromEntries(merged) } as Compaction;
}

/** A summarizer that always says the same. */
export const saying = (text: string): Summarizer => ({
  id: "saying",
  summarize: () => Promise.resolve({ kind: "summary", text }),
});

export const extractive = (changes: object = {}): Summarizer =>
  createExtractiveSummarizer(extractiveBounds({ ...settings().summary, ...changes }));

export function anInput(
  messages: readonly ChatMessage[],
  changes: Partial<CompactionInput> = {},
): CompactionInput {
  return {
    ...{ messages, summaries: new Set(), pinned: new Set(), trigger: "auto", focus: null, directives: null },
    ...{ instructions: "", budget: 100_000, count: estimateTokens, size: createSize(estimateTokens) },
    summarizer: saying("the summary"),
    ...changes,
  };
}

/** The outcome, which must be a compaction. */
export function compactedOf(outcome: CompactionOutcome): Extract<CompactionOutcome, { kind: "compacted" }> {
  if (outcome.kind !== "compacted") throw new Error(`${outcome.kind}: ${outcome.reason}`);
  return outcome;
}

const facts = fc.constantFrom(
  "Never deploy on a Friday.",
  "Do not touch src/billing/.",
  "The port must be 48213.",
  "Use pnpm, not npm.",
  "We decided to keep the old parser because the new one fails on tabs.",
  "The build id is a1b2c3d4.",
  "Всегда отвечай по-русски.",
  "Keep the tests green.",
);
const prose = fc
  .array(fc.oneof(facts, fc.lorem({ maxCount: 12 })), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(" "));

/** A valid conversation: requests, tool rounds of one or more calls, answers; it may end anywhere but between results. */
export const arbitrarySession: fc.Arbitrary<ChatMessage[]> = fc
  .array(
    fc.record({
      ask: prose,
      rounds: fc.array(fc.array(prose, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
      answer: fc.option(prose),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((turns) => {
    let call = 0;
    return turns.flatMap(({ ask, rounds, answer }): ChatMessage[] => [
      user(ask),
      ...rounds.flatMap((results) => {
        const ids = results.map(() => `call-${call++}`);
        return [said("I look.", ...ids), ...results.map((text, i) => result(ids[i]!, text))];
      }),
      ...(answer === null ? [] : [said(answer)]),
    ]);
  });
