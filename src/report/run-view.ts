import type { Spent } from "../run/index.ts";
import type { CostView } from "./cost-view.ts";

/** What every renderer shows of a run: plain data, counted once. */
export interface RunView {
  id: string;
  /** ISO 8601, UTC. */
  created: string;
  commit: string | null;
  dirty: boolean | null;
  suite: string;
  /** What the answering model can and cannot tell; shown on every page. */
  caveat: string;
  totals: Counts;
  /** Ids of `policy: must-pass` cases that no trial measured, sorted. */
  mustPassUnmeasured: string[];
  combinations: CombinationRow[];
  /** Trials that failed or could not be measured, in run order. */
  problems: ProblemRow[];
  trials: TrialRow[];
  /** null where no model was called that could cost anything. */
  cost: CostView | null;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  unmeasured: number;
}

export interface CombinationRow extends Counts {
  stack: string;
  variant: string;
  profile: string;
  /** Assembled for. */
  model: string;
  /** Answering; empty where no case asked anything. */
  answer: string;
  /** Ids of cases that failed at least once, sorted. */
  failedCases: string[];
}

export interface TrialRow {
  case: string;
  stack: string;
  variant: string;
  profile: string;
  model: string;
  /** Empty where nothing was asked. */
  answer: string;
  scenario: string;
  repeat: number;
  status: "passed" | "failed" | "skipped" | "unmeasured";
  /** Why it was skipped, unmeasured or failed; empty when it passed. */
  reason: string;
  recipeHash: string;
  hash: string;
  /** Of the answering model; missing where none was called that could cost anything. */
  spent?: Spent;
  /** Of the judging model. */
  grader?: Spent;
}

export interface ProblemRow extends TrialRow {
  output: string;
}
