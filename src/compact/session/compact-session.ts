import type { Combination } from "../../assemble/index.ts";
import { createSize, estimateTokens, pendingRequest } from "../history/index.ts";
import { type Archive, type CompactHook, memoryArchive } from "../hooks/index.ts";
import { checkBoundary } from "../invariants/index.ts";
import type { Compaction } from "../../load/index.ts";
import type { ChatMessage } from "../../model/index.ts";
import { workspaceReminder } from "../reminder.ts";
import { frameOf } from "../summary-frame.ts";
import type {
  Boundary,
  CompactionInput,
  CompactionOutcome,
  Strategy,
  Summarizer,
  Trigger,
} from "../types.ts";
import { attempt } from "./attempt.ts";
import { happen, type Said, say, startConversation, takeTurn } from "./conversation.ts";
import { expectationsOf } from "./expectations.ts";
import { nextRequest } from "./next-request.ts";
import { peekNext } from "./peek-next.ts";
import { directivesOf, inputOf, type Run, whyNot } from "./prepare.ts";
import { plannedHooks, runHooks } from "./run-hooks.ts";

/** A session that is compacted at the end of each of its segments. */
export interface CompactSession {
  combination: Combination;
  /** By default the stack's own; a stack without any cannot be compacted. */
  settings?: Compaction;
  /** What is said and done before each boundary. */
  segments: readonly (readonly Said[])[];
  strategy: Strategy;
  summarizer: Summarizer;
  /** By default auto; one for each generation, or one for all. */
  trigger?: Trigger | readonly Trigger[];
  /** `/compact <focus>` of each generation. */
  focus?: readonly (string | null)[];
  /** What the user says after a boundary when every request is answered and no segment follows. */
  ask?: string;
  /** By default an estimate without a tokenizer. */
  count?: (text: string) => number;
  /** Tokens; by default the window of the model that the prompt is assembled for. */
  budget?: number;
  hooks?: Partial<Record<"PreCompact" | "PostCompact", CompactHook>>;
  archive?: Archive;
  /** Milliseconds for one attempt at a summary; by default two minutes. */
  attemptTimeout?: number;
}

/**
 * Runs a session and compacts it at the end of each segment, whatever its size. Each boundary says what a provider
 * would receive before and after it, what must hold, and what does not. Throws a TypeError for a stack without
 * compaction, and a UserError for a prompt that does not assemble.
 */
export async function compactSession(session: CompactSession): Promise<Boundary[]> {
  const settings = session.settings ?? session.combination.stack.compaction;
  if (settings === null)
    throw new TypeError(`stack ${session.combination.stack.id} says nothing of compaction`);
  const count = session.count ?? estimateTokens;
  const run: Run = {
    ...{ session, settings, count, size: createSize(count), archive: session.archive ?? memoryArchive() },
    conversation: startConversation(session.combination),
  };
  const boundaries: Boundary[] = [];
  for (const [i, segment] of session.segments.entries()) {
    for (const said of segment) say(run.conversation, said);
    takeTurn(run.conversation);
    boundaries.push(await compactOnce(run, i + 1, session.segments[i + 1] ?? []));
  }
  return boundaries;
}

async function compactOnce(run: Run, generation: number, following: readonly Said[]): Promise<Boundary> {
  const { session, settings, conversation, count, size, archive } = run;
  const { strategy } = session;
  const { messages, assembly, notUsers } = conversation;
  const trigger = triggerOf(session.trigger, generation);
  const focus = session.focus?.[generation - 1] ?? null;
  const directives = directivesOf(conversation, settings);
  const pending = pendingRequest(messages, notUsers);
  const before = nextRequest(assembly, messages, notUsers);
  const fixed =
    count(assembly.text) + assembly.tools.reduce((sum, tool) => sum + count(JSON.stringify(tool)), 0);
  const total = (list: readonly ChatMessage[]) => list.reduce((sum, message) => sum + size(message), fixed);
  const input = inputOf(run, trigger, focus, settings.directives?.to === "summarizer" ? directives : null);
  const reason = whyNot(run, input, fixed);
  const planned = reason === null ? plannedHooks(settings, session) : [];
  const expectations = expectationsOf(
    conversation,
    settings,
    { strategy: strategy.id, generation, trigger, focus, directives, hooks: planned },
    pending === null,
  );

  const pre =
    reason === null ? await runHooks("PreCompact", settings, session, messages, trigger, archive) : nobody;
  const tried =
    reason !== null
      ? {
          outcome: {
            kind: reason.fails ? "failed" : "unchanged",
            reason: reason.text,
            summarizerRequests: [],
          } as CompactionOutcome,
          attempts: 0,
        }
      : pre.refusal !== null
        ? { outcome: { kind: "unchanged", reason: pre.refusal } as CompactionOutcome, attempts: 0 }
        : await attempt(strategy, input, settings.maxAttempts, session.attemptTimeout ?? 120_000, total);
  const { outcome } = tried;
  if (outcome.kind === "compacted") apply(run, outcome);
  const post =
    outcome.kind === "compacted"
      ? await runHooks("PostCompact", settings, session, messages, trigger, archive)
      : nobody;
  // A hook that comes after a compaction is due only when there was one.
  const hooks = expectations.hooks.filter((event) => event === "PreCompact" || outcome.kind === "compacted");

  // What a compaction alone reads anew is not read where there was none.
  const untouched = expectations.layers.map((layer) =>
    pending === null && isReadEveryTurn(session, layer.id) ? layer : { ...layer, text: layer.before },
  );

  const after = peekNext(run, pending, following);
  const boundary: Boundary = {
    ...{ generation, strategy: strategy.id, observable: strategy.observable, trigger, ...tried },
    ...{ before, after },
    hooks: [...pre.calls, ...post.calls],
    archive: pre.archived,
    tokens: {
      before: total(messages),
      after: outcome.kind === "compacted" ? total(outcome.messages) : total(messages),
    },
    expectations: {
      ...expectations,
      hooks,
      layers: outcome.kind === "compacted" ? expectations.layers : untouched,
    },
    findings: [],
  };
  const archived = boundary.archive === null ? null : archive.get(boundary.archive);
  const again = outcome.kind === "compacted" ? againReason(run, input, outcome, trigger) : null;
  const evidence = {
    archived,
    again,
    isFrame: frameOf(settings, strategy.frame),
    directivesLayer: settings.directives?.layer ?? "",
  };
  return { ...boundary, findings: checkBoundary(boundary, boundary.expectations, evidence) };
}

function isReadEveryTurn({ combination }: CompactSession, id: string): boolean {
  return combination.stack.layers.some((layer) => layer.id === id && layer.read === "turn");
}

const nobody = { calls: [], refusal: null, archived: null };

function apply(run: Run, outcome: Extract<CompactionOutcome, { kind: "compacted" }>): void {
  const { conversation, settings } = run;
  const written = outcome.summaries.map((index) => outcome.messages[index]!);
  conversation.messages = [...outcome.messages];
  conversation.compactions++;
  for (const message of written) {
    conversation.summaries.add(message);
    conversation.notUsers.add(message);
  }
  happen(conversation, { type: "compaction" });
  conversation.edited = false;
  if (settings.reminder === undefined || conversation.compactions > 1 || conversation.touched.size === 0)
    return;
  const reminder: ChatMessage = {
    role: "user",
    content: workspaceReminder([...conversation.touched], settings.reminder),
  };
  conversation.notUsers.add(reminder);
  conversation.messages.push(reminder);
}

/** Why a second compaction would change nothing; null where it would go on. Free for strategies that can tell. */
function againReason(
  { conversation, session }: Run,
  input: CompactionInput,
  outcome: Extract<CompactionOutcome, { kind: "compacted" }>,
  trigger: Trigger,
): string | null {
  const { strategy } = session;
  if (strategy.idle === undefined) return "not asked";
  const again = { ...input, trigger, messages: outcome.messages, summaries: conversation.summaries };
  return strategy.idle(again);
}

function triggerOf(trigger: CompactSession["trigger"], generation: number): Trigger {
  if (trigger === undefined || typeof trigger === "string") return trigger ?? "auto";
  return trigger[generation - 1] ?? trigger.at(-1) ?? "auto";
}
