import { negatedTypes, type OwnType, ownTypes } from "./own-types.ts";

/** promptfoo types that compare texts: they run no code, read no file, call nothing, need no optional package. */
export const plainTypes = [
  "bleu",
  "contains",
  "contains-all",
  "contains-any",
  "contains-html",
  "contains-json",
  "contains-xml",
  "equals",
  "gleu",
  "icontains",
  "icontains-all",
  "icontains-any",
  "is-html",
  "is-json",
  "is-refusal",
  "is-xml",
  "levenshtein",
  "regex",
  "rouge-n",
  "starts-with",
  "word-count",
] as const;

/** promptfoo types that a suite must name under `allow`, each with what it does. */
export const guardedTypes = {
  "answer-relevance": "calls a model and an embedding service",
  "conversation-relevance": "asks a judging model",
  factuality: "asks a judging model",
  "g-eval": "asks a judging model",
  javascript: "runs code",
  "llm-rubric": "asks a judging model",
  "model-graded-closedqa": "asks a judging model",
  "model-graded-factuality": "asks a judging model",
  moderation: "calls a moderation service",
  pi: "calls a scoring service",
  python: "runs code",
  ruby: "runs code",
  "search-rubric": "calls a model that searches the web",
  similar: "calls an embedding service",
  "similar:cosine": "calls an embedding service",
  "similar:dot": "calls an embedding service",
  "similar:euclidean": "calls an embedding service",
  webhook: "calls a URL",
} as const;

const toolCalls = "it looks at tool calls, and an answer here is text";
const traces = "it looks at OpenTelemetry spans, and a trial has none";
const retrieval = "it needs the retrieved context as a variable, and a case has none";
const logProbs = "it needs token probabilities, and an answer here is text";

/** promptfoo types that cannot be graded here whatever is allowed; several would pass on missing data. */
export const unsupportedTypes = {
  "agent-rubric": "it needs an agent package that is not installed",
  "assert-set": "a case passes when all its assertions pass, so write them one by one",
  classifier: "it needs a classification provider, which a case cannot name",
  "contains-sql": "it needs the package node-sql-parser, which is not installed",
  "context-faithfulness": retrieval,
  "context-recall": retrieval,
  "context-relevance": retrieval,
  cost: "cost is reported per run, not asserted per answer",
  "finish-reason": "it needs the provider's finish reason, and not-finish-reason passes without one",
  guardrails: "it needs the provider's guardrail result, and passes without one",
  human: "it waits for a person",
  "is-sql": "it needs the package node-sql-parser, which is not installed",
  "is-valid-function-call": toolCalls,
  "is-valid-openai-function-call": toolCalls,
  "is-valid-openai-tools-call": toolCalls,
  latency: "time differs from run to run, and a stored answer has none",
  "max-score": "it compares the answers of several prompts; use strata ab",
  meteor: "it needs the package natural, which is not installed",
  perplexity: logProbs,
  "perplexity-score": logProbs,
  "select-best": "it compares the answers of several prompts; use strata ab",
  "skill-used": toolCalls,
  "tool-call-f1": toolCalls,
  "trace-error-spans": traces,
  "trace-span-count": traces,
  "trace-span-duration": traces,
  "trajectory:goal-success": traces,
  "trajectory:step-count": traces,
  "trajectory:tool-args-match": traces,
  "trajectory:tool-sequence": traces,
  "trajectory:tool-used": traces,
} as const;

/** promptfoo accepts `not-` before these and then ignores it, so that the opposite of what is meant would pass. */
export const typesThatIgnoreNot = [
  "factuality",
  "model-graded-closedqa",
  "model-graded-factuality",
  "pi",
] as const;

export type PlainType = (typeof plainTypes)[number];
export type GuardedType = keyof typeof guardedTypes;

/** What an assertion's type is to this project; `inverse` says that it is written with `not-`. */
export type KnownType =
  | { kind: "plain"; base: PlainType; inverse: boolean }
  | { kind: "guarded"; base: GuardedType; inverse: boolean; does: string }
  | { kind: "unsupported"; why: string }
  | { kind: "own"; base: OwnType; inverse: boolean }
  | { kind: "unknown" };

const kinds: ReadonlyMap<string, KnownType> = new Map(knownTypes());

/** Every type that can be written here, for suggestions. */
export const writableTypes: readonly string[] = [...kinds]
  .filter(([, known]) => known.kind !== "unsupported")
  .map(([type]) => type);

/** Looks a written type up; all that promptfoo does not know is unknown. */
export function classify(type: string): KnownType {
  const known = kinds.get(type);
  if (known) return known;
  if (type.startsWith("promptfoo:redteam:")) {
    return { kind: "unsupported", why: "red-team graders send the answer to promptfoo's service" };
  }
  return { kind: "unknown" };
}

function* knownTypes(): Generator<[string, KnownType]> {
  for (const type of ownTypes) yield [type, { kind: "own", base: type, inverse: false }];
  for (const base of negatedTypes) yield [`not-${base}`, { kind: "own", base, inverse: true }];
  for (const base of plainTypes) {
    yield [base, { kind: "plain", base, inverse: false }];
    yield [`not-${base}`, { kind: "plain", base, inverse: true }];
  }
  for (const [base, does] of Object.entries(guardedTypes) as [GuardedType, string][]) {
    yield [base, { kind: "guarded", base, inverse: false, does }];
    const ignored = (typesThatIgnoreNot as readonly string[]).includes(base);
    yield [
      `not-${base}`,
      ignored
        ? { kind: "unsupported", why: `promptfoo ignores the not- before ${base}` }
        : { kind: "guarded", base, inverse: true, does },
    ];
  }
  for (const [type, why] of Object.entries(unsupportedTypes)) {
    yield [type, { kind: "unsupported", why }];
    yield [`not-${type}`, { kind: "unsupported", why }];
  }
}
