import type { Interval, TestResult } from "./statistics/index.ts";

/** What one run gave: 1 passed, 0 failed, or a score between; null is unmeasured, which is neither. */
export type Outcome = number | null;

/** What both versions did on one unit: one case scenario in one combination. Higher is better. */
export interface UnitOutcomes {
  case: string;
  combination: string;
  policy?: "must-pass" | undefined;
  /** Cases of one source document, template or customer share a cluster; without one a case is its own. */
  cluster?: string | undefined;
  /** One outcome per attempted run, in the order of the runs. */
  a: readonly Outcome[];
  b: readonly Outcome[];
  /** All runs of A gave the same bytes, and so did all runs of B: copies are not repeats. */
  copies?: boolean | undefined;
}

export type Verdict = "improved" | "neutral" | "regressed" | "inconclusive";

/** The comparison within one scope: all units, or those of one combination. */
export interface ScopeResult extends Interval, TestResult {
  /** null for all units together. */
  combination: string | null;
  /** Units with at least one measured run of each version. */
  units: number;
  cases: number;
  /** Mean over units of the share passed (or of the score), 0..1. */
  rateA: number;
  rateB: number;
  /** The drop that has to be ruled out, 0..1. */
  margin: number;
  verdict: Verdict;
  /** Neutral, and yet B is shown to be worse: by less than the margin. */
  smallDrop: boolean;
  /** The smallest drop, 0..1, that a run like this one finds with 80% chance. */
  smallestDrop: number;
}

/** One unit by itself, as screened on the looks' runs or confirmed on fresh ones. */
export interface UnitChange {
  case: string;
  combination: string;
  policy?: "must-pass" | undefined;
  passesA: number;
  runsA: number;
  passesB: number;
  runsB: number;
  /** One-sided mid-p that B is worse; adjusted where it decides (Holm) or sorts (Benjamini-Hochberg). */
  p: number;
}

/** How many runs of each version could not be measured. */
export interface Unmeasured {
  a: number;
  b: number;
  attemptsA: number;
  attemptsB: number;
}

/** What sampled units look like so far; it grows between two decisions. */
export interface ComparisonState {
  /** All units whose requests differ between the versions, with a and b empty before the first run. */
  units: readonly UnitOutcomes[];
  /** Fresh runs of units that a decision asked to confirm; never the runs of the looks. */
  confirmation: readonly UnitOutcomes[];
  /** No further run will be made, whatever the decision would ask for: the cost limit, an interrupt. */
  stopped?: boolean | undefined;
}
