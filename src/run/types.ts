import type { Assembly } from "../assemble/index.ts";
import type { Case } from "../load/index.ts";
import type { ChatRequest } from "../model/index.ts";
import type { Assertion, AssertionResult } from "../score/index.ts";
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
}

/** One case once on one combination by one answering model. */
export interface PlannedTrial {
  case: Case;
  assembly: Assembly;
  /** The case's assertions, with the schema in place of a contract's name. */
  assertions: Assertion[];
  /** Answering model; null where the case needs only the assembly. */
  answer: string | null;
  /** null where nothing is asked. */
  request: ChatRequest | null;
  /** From 1. */
  repeat: number;
  requestKey: Sha256;
  gradeKey: Sha256;
  /** Why the trial cannot be measured with this answering model. */
  skip?: string;
}

export interface Plan {
  suite: string;
  /** Assertion types that the suite lets run code, read files or call out. */
  allow: readonly string[];
  seed: number;
  trials: PlannedTrial[];
}

export type TrialStatus = "passed" | "failed" | "skipped" | "unmeasured";

/** What is kept of a trial once it is journaled: its output only where a report will show it. */
export type KeptTrial = Omit<Trial, "assertions">;

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
  recipeHash: Sha256;
  hash: Sha256;
}
