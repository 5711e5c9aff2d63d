import type { Combination } from "../../assemble/index.ts";
import type { CompactionSession } from "../../load/index.ts";
import type { Finding } from "../../util/index.ts";
import type { CarriedInjection, FactVerdict, Fabrications } from "../facts/index.ts";
import type { StrategyId } from "../strategies/index.ts";
import type { Boundary, Trigger } from "../types.ts";
import type { MemoryFile } from "./mount-memory.ts";

/** When the memory file is changed: never, between two turns, or between a tool result and what follows it. */
export type EditTiming = "none" | "before" | "mid-turn";

/** What is run; by default everything. */
export interface SurvivalSelection {
  stacks?: readonly string[];
  profiles?: readonly string[];
  sessions?: readonly string[];
  strategies?: readonly StrategyId[];
  /** How often a session is compacted; each number is a run of its own. */
  generations?: readonly number[];
  /** The stacks' own strategies alone, without those that are there to compare with. */
  ownOnly?: boolean;
  /** One way of each: without compaction by hand, changes of memory, and profiles after the first. */
  plain?: boolean;
}

/** A session that is compacted so many times in one way. */
export interface PlannedSurvival {
  combination: Combination;
  session: CompactionSession;
  strategy: StrategyId;
  /** The stack's own strategy is a promise, and gates; others are there to compare with. */
  own: boolean;
  trigger: Trigger;
  generations: number;
  edit: EditTiming;
  /** Why what is lost in this way is no news: the stack says so itself. null where it counts. */
  known: string | null;
  /** The memory file as an edit leaves it; null where nothing is edited. */
  edited: MemoryFile | null;
}

/** What a model said when it was asked for a fact before and after a compaction; null where it gave no answer. */
export interface ProbeResult {
  fact: string;
  whole: boolean | null;
  compacted: boolean | null;
  /** Why there is no answer. */
  reason: string | null;
}

export interface SurvivalBoundary {
  generation: number;
  outcome: Boundary["outcome"]["kind"];
  /** Why nothing was compacted. */
  reason: string | null;
  observable: boolean;
  attempts: number;
  tokens: { before: number; after: number };
  facts: FactVerdict[];
  fabrications: Fabrications;
  injections: { planted: number; carried: CarriedInjection[] };
  findings: Finding[];
}

/** What became of one session. */
export interface SurvivalRun {
  stack: string;
  variant: string;
  profile: string;
  model: string;
  session: string;
  strategy: StrategyId;
  summarizer: string;
  own: boolean;
  trigger: Trigger;
  generations: number;
  edit: EditTiming;
  /** Why a loss in this run is no news: the stack says so itself. null where it counts. */
  known: string | null;
  boundaries: SurvivalBoundary[];
  /** Of the last boundary; empty without a model. */
  probes: ProbeResult[];
}
