import type { Assembly } from "../assemble/index.ts";
import type { ChatMessage, ChatRequest } from "../model/index.ts";
import type { Finding, Sha256 } from "../util/index.ts";

export type Trigger = "manual" | "auto";

/** What a strategy is given. It never sees the system prompt: memory there is rebuilt by the session, not by it. */
export interface CompactionInput {
  /** The conversation so far, oldest first; every tool result follows its call. */
  messages: readonly ChatMessage[];
  /** Those of them that an earlier compaction put there, by identity. */
  summaries: ReadonlySet<ChatMessage>;
  /** Those of them that must stay whole: what tells of a reloaded rule. By identity. */
  pinned: ReadonlySet<ChatMessage>;
  trigger: Trigger;
  /** `/compact <focus>`: steers this one summary. */
  focus: string | null;
  /** What the memory files tell the compactor to preserve; null where the stack gives it none. */
  directives: string | null;
  /** What the layers of the summarizer channel say; empty for none. */
  instructions: string;
  /** Tokens, as `count` counts them. */
  budget: number;
  count(text: string): number;
  /** Tokens of a message, tool calls included; counted once for each message. */
  size(message: ChatMessage): number;
  summarizer: Summarizer;
  signal?: AbortSignal;
}

/** What a strategy made of it. `failed` and `unchanged` leave the history as it was. */
export type CompactionOutcome =
  | {
      kind: "compacted";
      messages: ChatMessage[];
      /** Those among `messages` that the strategy wrote, by index: summaries, notes, marks of what was left out. */
      summaries: number[];
      /** What the summarizer was sent, call by call; empty where nothing was summarised. */
      summarizerRequests: ChatRequest[];
      /** What a server-side strategy must be sent back first, as the server gave it. */
      opaque?: unknown[];
    }
  | { kind: "unchanged"; reason: string }
  | { kind: "failed"; reason: string; summarizerRequests: ChatRequest[] };

/** A way to make a conversation shorter. */
export interface Strategy {
  id: string;
  /** false: what the server keeps cannot be read, so survival is not observable. */
  observable: boolean;
  /** What it writes of its own around a summary, beside what the stack says. */
  frame?: string;
  /** Why there is nothing to compact; null where there is. Asks nobody, so that hooks run for real boundaries alone. */
  idle?(input: CompactionInput): string | null;
  compact(input: CompactionInput): Promise<CompactionOutcome>;
}

/** What a summary is of, beside the request that a provider would receive. */
export interface SummaryTask {
  /** What is summarised, oldest first. */
  messages: readonly ChatMessage[];
  /** Index of each in the whole conversation. */
  indexes: readonly number[];
  /** Those of them that are summaries of what came before. */
  summaries: ReadonlySet<ChatMessage>;
  focus: string | null;
  directives: string | null;
  signal?: AbortSignal;
}

export type SummaryOutcome = { kind: "summary"; text: string } | { kind: "failed"; reason: string };

/** Makes a summary; never throws. The request is what a provider would receive, the task the same as values. */
export interface Summarizer {
  id: string;
  summarize(request: ChatRequest, task: SummaryTask): Promise<SummaryOutcome>;
}

export interface HookCall {
  event: "PreCompact" | "PostCompact";
  trigger: Trigger;
  verdict: "ok" | "refused" | "failed";
  /** What a refusal or failure said. */
  reason?: string;
}

/** A request as a provider would receive it, and what it was made from. */
export interface Wire {
  request: ChatRequest;
  assembly: Assembly;
  /** Messages that the prompt puts there: prefill, and what is injected. All others are the conversation's. */
  around: ReadonlySet<ChatMessage>;
}

/** One boundary: what stood before and after it, as a provider would receive both. */
export interface Boundary {
  /** From 1. */
  generation: number;
  strategy: string;
  /** false: what survived cannot be read. */
  observable: boolean;
  trigger: Trigger;
  outcome: CompactionOutcome;
  /** How often a summary was tried. */
  attempts: number;
  before: Wire;
  /**
   * The next request after it. Its conversation is the messages of the outcome, in their order, then the reminder and
   * what the user says; what holds for a turn alone stands around the last user message.
   */
  after: Wire;
  /** Every hook call, in order, with what it said. */
  hooks: HookCall[];
  /** Content address of the archived transcript; null when no hook archived one. */
  archive: Sha256 | null;
  tokens: { before: number; after: number };
  /** What a provider must be given of the rules of this boundary. */
  expectations: Expectations;
  findings: Finding[];
}

/** A layer that must stand whole in the next request. */
export interface ExpectedLayer {
  id: string;
  /** Its bytes, from its sources and not from the session; null where it must not be there. */
  text: string | null;
  /** Its bytes before the boundary; null where it was not there. */
  before: string | null;
}

/** A rule that changed during the session. */
export interface ExpectedRule {
  layer: string;
  /** What the model was told last, whole. */
  newest: string;
  /** What it had been told before that. */
  older: string[];
}

/** What must hold at one boundary, whatever the strategy. */
export interface Expectations {
  /** Who the boundary belongs to, for findings. */
  stack: string;
  variant: string;
  profile: string;
  strategy: string;
  generation: number;
  trigger: Trigger;
  layers: ExpectedLayer[];
  /** Ids of the system channel's layers, in their order, that the next request must have. */
  order: string[];
  /** The cached prefix must be the same before and after: nothing that a build looks at has changed. */
  prefixKept: boolean;
  /** The transcript that the archive must hold. */
  transcript: string;
  /** Hook calls that must have been made, in order. */
  hooks: HookCall["event"][];
  directives: { to: "summarizer" | "none"; text: string } | null;
  focus: string | null;
  rules: ExpectedRule[];
  /** The request that was not answered when the boundary came. */
  pending: ChatMessage | null;
  /** Messages of `before` that are not the user's own: summaries, reloads, reminders. */
  notUsers: ReadonlySet<ChatMessage>;
}
