import type { Answer, ChatRequest } from "../model/index.ts";
import type { WrittenModel } from "../schema/index.ts";
import { type Sha256, plainText } from "../util/index.ts";
import type { Sourced } from "./accounting.ts";
import { runReasons } from "./messages.ts";
import { callKey } from "./request-key.ts";
import type { Call, CallOutcome, Executor } from "./schedule/index.ts";
import { prefixOf, saltOf } from "./settings.ts";
import type { Kept } from "./types.ts";
import { type AnswerStore, createExplainer, type Entry, isKeepable } from "./store/index.ts";

/** One question to a model that answers over a wire. */
export interface Question {
  model: string;
  request: ChatRequest;
  repeat: number;
  /** Whose trial it belongs to, for fairness. */
  group: string;
  urgent: boolean;
}

export type Asked = Sourced | { kind: "unmeasured"; reason: string } | { kind: "stopped" };

export interface AskDeps {
  store: AnswerStore;
  executor: Executor;
  settings: ReadonlyMap<string, WrittenModel>;
  /** Takes keys out of whatever a model says, before anybody sees it. */
  redact(text: string): string;
  /** ISO 8601, UTC. */
  now(): string;
  run: string;
  /** Requests that this run has paid for already. */
  paid: Set<Sha256>;
  /** The disk refuses: answers that are paid could not be kept, so nothing more must be asked. */
  onBrokenStore(error: unknown): void;
  /** A request that replay does not know, as lines to show. */
  onMiss(lines: string[]): void;
}

/** The most misses that are explained; the others have the same reason, as a rule. */
const mostMisses = 3;

/** Answers questions from the store, or else by a call, each once however many trials ask it. */
export function createAsk(deps: AskDeps): (question: Question) => Promise<Asked> {
  const { store, executor, settings } = deps;
  const explain = createExplainer(store.folders);
  const onTheWay = new Map<Sha256, Promise<CallOutcome>>();
  let misses = 0;

  return async function ask(question) {
    const { model, request, repeat } = question;
    const key = callKey(model, request, repeat);
    const salt = saltOf(settings.get(model));
    const waitFor = onTheWay.get(key);
    if (waitFor !== undefined) return shared(await waitFor);
    const known = store.find(key, salt);
    if (known !== undefined) return { ...known.entry.response, from: sourceOf(known.entry, key, known.from) };
    if (store.mode === "replay") return missed(question, salt);
    const promise = call(question, key, salt);
    onTheWay.set(key, promise);
    const outcome = await promise;
    // What asks later finds the answer in the store; after a failure it may have more luck.
    if (outcome.kind !== "answer" || store.has(key, salt)) onTheWay.delete(key);
    if (outcome.kind !== "answer") return outcome;
    deps.paid.add(key);
    return { ...outcome, from: "call" };
  };

  /** An answer that this run has fetched, maybe before it was interrupted, was paid by it, once. */
  function sourceOf({ run }: Entry, key: Sha256, from: Kept): Sourced["from"] {
    if (run !== deps.run) return from;
    if (deps.paid.has(key)) return "shared";
    deps.paid.add(key);
    return "call";
  }

  async function call({ model, request, repeat, group, urgent }: Question, key: Sha256, salt: string) {
    const prefix = prefixOf(request, settings.get(model));
    // Kept before it is graded or journaled: whatever happens then, it is paid and must not be lost.
    const onAnswer = (answer: Answer): void => {
      const entry = { requestKey: key, answer: model, repeat, salt, request, response: redacted(answer) };
      try {
        if (isKeepable(answer)) store.keep({ ...entry, recorded: deps.now(), run: deps.run });
      } catch (error) {
        deps.onBrokenStore(error);
      }
    };
    const made: Call = { model, request, group, prefix, urgent, key, onAnswer };
    const outcome = await executor.ask(made);
    return outcome.kind === "answer" ? redacted(outcome) : outcome;
  }

  function redacted(answer: Answer): Answer {
    const { text, toolCalls } = answer;
    const calls = toolCalls === undefined ? undefined : JSON.stringify(toolCalls);
    return {
      ...answer,
      text: deps.redact(text),
      ...(calls === undefined
        ? {}
        : { toolCalls: JSON.parse(deps.redact(calls)) as Answer["toolCalls"] & object }),
    };
  }

  function missed({ model, repeat, request }: Question, salt: string): Asked {
    const { summary, diff } = explain({ answer: model, repeat, salt }, request);
    if (misses++ < mostMisses && diff.length > 0)
      deps.onMiss(diff.map((line) => plainText(deps.redact(line))));
    return { kind: "unmeasured", reason: runReasons.notRecorded(summary) };
  }
}

function shared(outcome: CallOutcome): Asked {
  return outcome.kind === "answer" ? { ...outcome, from: "shared" } : outcome;
}
