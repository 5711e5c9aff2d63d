import type { Assembly } from "../assemble/index.ts";
import type { Money, Usage } from "../cost/index.ts";
import type { Case } from "../load/index.ts";
import type { ChatRequest, Parameters } from "../model/index.ts";
import type { WrittenLimits, WrittenModel, WrittenScriptedTools, WrittenTurn } from "../schema/index.ts";
import type { Assertion, AssertionResult, Flag, ReadFile } from "../score/index.ts";
import type { Sha256 } from "../util/index.ts";

/** What to run: a suite, narrowed by the filters that are given. */
export interface Selection {
  suite: string;
  cases?: string[];
  tags?: string[];
  stacks?: string[];
  profiles?: string[];
  models?: string[];
  variants?: string[];
  /** The model that answers, whatever the suite says. */
  answer?: string;
  repeat?: number;
  /** Only the trials of one of several machines. */
  shard?: Shard;
}

/** `index` from 1 to `of`. */
export interface Shard {
  index: number;
  of: number;
}

/** Texts that an agent sends for one turn only, or with a tool's result. */
export interface Around {
  prefill?: string;
  injected?: string;
  userPrefix?: string;
  userSuffix?: string;
  toolResult?: string;
}

/** How a conversation goes on after the model's first answer. */
export interface Script {
  /** The conversation up to the first question, without what stands around it. */
  opening: WrittenTurn[];
  turns: WrittenTurn[];
  tools: Pick<WrittenScriptedTools, "results" | "default" | "maxSteps"> | null;
  around: Around;
}

/** One case once on one combination by one answering model. */
export interface PlannedTrial {
  case: Case;
  assembly: Assembly;
  /** The case's assertions, with the schema in place of a contract's name. */
  assertions: Assertion[];
  /** Answering model; null where the case needs only the assembly. */
  answer: string | null;
  /** The first request; null where nothing is asked. */
  request: ChatRequest | null;
  /** null where one answer is all. */
  script: Script | null;
  /** From 1. */
  repeat: number;
  requestKey: Sha256;
  gradeKey: Sha256;
  /** The workspace that the case's tools work on; missing where it has none. */
  workspace?: Workspace;
  /** Where it stands in the whole plan, from 0; only in a shard. */
  position?: number;
  /** Why the trial cannot be measured with this answering model. */
  skip?: string;
  /** Which version it is of, where two are compared. */
  side?: Side;
}

/** The two versions of a comparison. */
export type Side = "a" | "b";

/** Files as an agent finds them. */
export interface Workspace {
  /** Absolute path, as the agent sees it. */
  root: string;
  read: ReadFile;
}

/** The model that judges, and how it is asked. */
export interface Grader {
  id: string;
  parameters: Parameters;
}

export interface Plan {
  suite: string;
  /** Assertion types that the suite lets run code, read files or call out. */
  allow: readonly string[];
  seed: number;
  /** null where no assertion asks one. */
  grader: Grader | null;
  models: ReadonlyMap<string, WrittenModel>;
  /** What providers allow for all their models together. */
  limits: ReadonlyMap<string, WrittenLimits>;
  /** Of all its cases; in a shard, of those of the whole plan. */
  corpusHash: Sha256;
  /** Of the plan that this one is a shard of. */
  whole?: Shard & { planned: number; planHash: Sha256 };
  trials: PlannedTrial[];
}

export type TrialStatus = "passed" | "failed" | "skipped" | "unmeasured";

/** What is kept of a trial once it is journaled: its output only where a report will show it. */
export type KeptTrial = Omit<Trial, "assertions" | "toolCalls">;

/** Where answers come from instead of a call. */
export type Kept = "cache" | "recordings";

/** What the calls of one trial took. */
export interface Spent {
  /** How often a model was asked, answers from a store included. */
  calls: number;
  /** Tokens of all answers, from a store or not; null where a provider did not count. */
  usage: Usage | null;
  /** US dollars that this run paid; null where a price is not known. */
  costUsd: number | null;
  /** US dollars that stored answers have saved, and batches; missing where there was none. */
  saved: Record<Kept, Money> & { batch?: Money };
  /** Every answer came from a store. */
  cached: boolean;
  /** Milliseconds of real calls; null where there was none. */
  latencyMs: number | null;
}

/** One line of trials.jsonl. */
export interface Trial {
  requestKey: Sha256;
  gradeKey: Sha256;
  case: string;
  stack: string;
  variant: string;
  profile: string;
  /** Assembled for. */
  model: string;
  answer: string | null;
  scenario: string;
  repeat: number;
  status: TrialStatus;
  /** Why it was skipped or unmeasured, or which assertions failed; empty when it passed. */
  reason: string;
  /** null where nothing was asked or nothing came back. */
  output: string | null;
  assertions: AssertionResult[];
  /** What the agent called, and what was wrong with it; missing where the case has no tools or nothing came back. */
  toolCalls?: { name: string; arguments: unknown }[];
  flags?: Flag[];
  /** Where it stands in the whole plan; only in the run of a shard. */
  position?: number;
  recipeHash: Sha256;
  hash: Sha256;
  /** Of the other channels; missing where the assembly has none. */
  channelsHash?: Sha256;
  /** Of the answering model; missing where none was called that could cost anything. */
  spent?: Spent;
  /** Of the judging model. */
  grader?: Spent;
  /** Which version it is of, where two are compared. */
  side?: Side;
}
