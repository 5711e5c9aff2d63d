import type { Answer, ChatOutcome, ChatRequest } from "../../model/index.ts";
import type { Sha256 } from "../../util/index.ts";

/** One call of a model that nobody has answered yet. */
export interface Call {
  model: string;
  request: ChatRequest;
  /** Who waits for it; calls are given out fairly between groups. */
  group: string;
  /** Calls with one prefix share the provider's cache; null where there is nothing to share. */
  prefix: string | null;
  /** Goes before calls that start something new: what is begun is finished first. */
  urgent: boolean;
  /** By which a batch knows it again after a restart; a call of no key is known by its request. */
  key?: Sha256;
  /** Called as soon as the answer is there, before anybody else is called: a paid answer is kept first. */
  onAnswer?(answer: Answer): void;
}

/** What came of a call; `stopped` when it was never made, because the run ends before it. */
export type CallOutcome = ChatOutcome | { kind: "stopped" };

/** Whoever gets calls answered: the scheduler, or a batch. */
export interface Executor {
  ask(call: Call): Promise<CallOutcome>;
}

/** What may run at a time. */
export interface Limits {
  /** Calls at the same time. */
  concurrency: number;
  requestsPerSecond: number;
  tokensPerMinute: number;
}
