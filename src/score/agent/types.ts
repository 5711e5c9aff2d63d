import type { BlockingFlag, WarningFlag, WrittenScriptedResult } from "../../schema/index.ts";

/** Files of a workspace by path below its root; undefined where there is none. */
export type ReadFile = (path: string) => string | undefined;

/** One call as it was made, and what the script says it returned and did. */
export interface ToolCallMade {
  name: string;
  arguments: unknown;
  scripted: Pick<WrittenScriptedResult, "changes" | "denied" | "injects">;
}

/** A call of a run, with the files it changed. */
export interface PlayedCall extends ToolCallMade {
  /** From 1. */
  number: number;
  changed: FileChange[];
}

/** A file whose text is another one after the call; undefined is no file. */
export interface FileChange {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** What an agent did: its calls in order, and its workspace before and after them. */
export interface AgentRun {
  calls: PlayedCall[];
  before: ReadFile;
  after: ReadFile;
}

export type FlagName = BlockingFlag | WarningFlag;

/** Something an agent did wrong. */
export interface Flag {
  flag: FlagName;
  /** Whether the case fails by it, whatever its assertions say. */
  blocking: boolean;
  /** The call that raised it, from 1; null for the answer. */
  call: number | null;
  reason: string;
}
