import type { Compaction, CompactionSession } from "../../load/index.ts";
import type { ChatMessage, ChatModel } from "../../model/index.ts";
import { type ActiveFact, carriedInjections, findFabrications, judgeFact, observe } from "../facts/index.ts";
import { messageSentences, sentences } from "../history/index.ts";
import { memoryArchive } from "../hooks/index.ts";
import { compactSession } from "../session/index.ts";
import { splitSession } from "../split-session.ts";
import {
  createExtractiveSummarizer,
  createFaultySummarizer,
  createModelSummarizer,
  extractiveBounds,
  type Fault,
} from "../summarizers/index.ts";
import { frameOf } from "../summary-frame.ts";
import type { Boundary, Strategy, Summarizer } from "../types.ts";
import { activeFacts } from "./active-facts.ts";
import { conversationOf } from "./conversation-of.ts";
import { makeStrategy } from "./make-strategy.ts";
import { nameFacts } from "./name-facts.ts";
import { askProbes } from "./probe-facts.ts";
import type { PlannedSurvival, SurvivalBoundary, SurvivalRun } from "./types.ts";

export interface SurvivalOptions {
  /**
   * Answers probes, and makes the summaries of stacks whose compaction asks a model; without one the embedded
   * summariser works, and nothing is asked.
   */
  model?: ChatModel;
  /** Spoils the summaries of the embedded summariser, to see that somebody notices. */
  fault?: Fault;
  /** Stands in for the strategy of a run, for tests of what the suite notices. */
  strategy?: (strategy: Strategy, planned: PlannedSurvival) => Strategy;
  signal?: AbortSignal;
  onProgress?: (done: number, run: SurvivalRun) => void;
}

/** Runs what was planned, one after the other. An interrupt ends it with what was done. */
export async function runSurvival(
  planned: readonly PlannedSurvival[],
  options: SurvivalOptions = {},
): Promise<SurvivalRun[]> {
  const runs: SurvivalRun[] = [];
  for (const one of planned) {
    if (options.signal?.aborted) break;
    const run = await surviveOnce(one, options);
    runs.push(run);
    options.onProgress?.(runs.length, run);
  }
  return runs;
}

/** Compacts one session, and says of each boundary what became of every fact. */
async function surviveOnce(planned: PlannedSurvival, options: SurvivalOptions = {}): Promise<SurvivalRun> {
  const { combination, session, strategy, own, trigger, generations, edit } = planned;
  const { stack, profile, model } = combination;
  const settings = stack.compaction!;
  const summarizer = summarizerOf(settings, options);
  const made = makeStrategy(strategy, settings, session, own);
  const { messages, edits } = conversationOf(planned);
  const segments = splitSession(messages, generations, edits);
  const boundaries = await compactSession({
    ...{ combination, segments, summarizer, trigger, archive: memoryArchive() },
    strategy: options.strategy?.(made, planned) ?? made,
    ...(options.fault === "timeout" ? { attemptTimeout: 20 } : {}),
    focus: segments.map(() => (trigger === "manual" ? (session.focus ?? null) : null)),
  });
  const said = saidIn(session);
  const isFrame = frameOf(settings, made.frame);
  const before: number[] = [];
  let facts: ActiveFact[] = [];
  const judged = boundaries.map((boundary, i): SurvivalBoundary => {
    before.push((before.at(-1) ?? 0) + segments[i]!.filter((one) => !("event" in one)).length);
    const count = before.at(-1)!;
    const edited = edits.some(({ at }) => at < count || i === boundaries.length - 1);
    facts = activeFacts(session, boundary, {
      said: count,
      before: [...before],
      edited,
      first: boundaries[0]!,
    });
    const rules = boundary.expectations.rules.flatMap(({ newest, older }) => [newest, ...older]);
    const known = rules.length === 0 ? said : new Set([...said, ...rules.flatMap(sentences)]);
    const observed = observe(boundary, known);
    const planted = session.injections.filter(({ text }) =>
      messages.slice(0, count).some(({ content }) => content.includes(text)),
    );
    const { outcome, observable, attempts, tokens, generation } = boundary;
    return {
      ...{ generation, observable, attempts, tokens, outcome: outcome.kind },
      reason: outcome.kind === "compacted" ? null : outcome.reason,
      facts: facts.map((active) => judgeFact(active, observed)),
      fabrications: observable ? findFabrications(boundary, known, isFrame) : { claims: 0, fabricated: [] },
      injections: {
        planted: observable ? planted.length : 0,
        carried: observable ? carriedInjections(boundary, planted) : [],
      },
      findings: nameFacts(boundary, facts, session),
    };
  });
  return {
    ...{ stack: stack.id, variant: stack.variant, profile: profile.id, model: model.id, session: session.id },
    ...{
      strategy,
      summarizer: summarizer.id,
      own,
      trigger,
      generations,
      edit,
      known: planned.known,
      boundaries: judged,
    },
    probes:
      options.model === undefined
        ? []
        : await askProbes(options.model, facts, wholeOf(boundaries, messages), options.signal),
  };
}

function summarizerOf({ summary, summarizer }: Compaction, { model, fault }: SurvivalOptions): Summarizer {
  if (model !== undefined && summarizer === "model") return createModelSummarizer(model);
  const embedded = createExtractiveSummarizer(extractiveBounds(summary));
  // The first of what can be spoiled, so that the same command finds the same.
  return fault === undefined ? embedded : createFaultySummarizer(fault, embedded, () => 0);
}

/** The request that a session without compaction would have come to, and the one that this session came to. */
function wholeOf(boundaries: readonly Boundary[], messages: readonly ChatMessage[]) {
  const { request } = boundaries[0]!.before;
  const { after } = boundaries.at(-1)!;
  return { whole: { ...request, messages: [...messages] }, compacted: after.request };
}

const spoken = new WeakMap<CompactionSession, ReadonlySet<string>>();

/** Every sentence of a session, memory included. */
function saidIn(session: CompactionSession): ReadonlySet<string> {
  let said = spoken.get(session);
  if (said === undefined) {
    const { memory: { text = "" } = {}, edit } = session;
    const edited = edit === undefined ? "" : text.replace(edit.from, () => edit.to);
    const memory = [text, edited].flatMap(sentences);
    said = new Set([...memory, ...(session.messages as ChatMessage[]).flatMap(messageSentences)]);
    spoken.set(session, said);
  }
  return said;
}
