import { lookThreshold, type Measure, type Threshold } from "./statistics/index.ts";

/** How a comparison decides. Fixed before the first call; two comparisons with other rules are not the same test. */
export interface Rules {
  measure: Measure;
  /** Runs a side at which the comparison is looked at, rising. */
  looks: readonly number[];
  /** The drop over all units that must be ruled out, 0..1. A single combination is allowed twice as much. */
  margin: number;
  /** Stop as soon as a loss is ruled out, or go on to find out whether B is better. */
  goal: "no-regression" | "prove-improvement";
  /** With fewer affected cases there is no margin verdict; every unit is confirmed by itself. */
  fewCases: number;
  /** Which units that got worse are run again, afresh. */
  confirm: "all" | "must-pass" | "none";
  /** A's runs come from a stored baseline and are all used at every look. */
  cachedBaseline: boolean;
}

export const defaultRules: Rules = {
  measure: "pass-fail",
  looks: [1, 3, 5, 10],
  margin: 0.05,
  goal: "no-regression",
  fewCases: 10,
  confirm: "all",
  cachedBaseline: false,
};

/** What a stored baseline changes: with fewer than three runs of B beside it the interval would miss too often. */
export const cachedRules = { looks: [3, 5, 10], cachedBaseline: true } as const satisfies Partial<Rules>;

/** Fresh runs a side that confirm a loss of one unit. */
export const confirmRuns = 10;
/** The family-wise level of the confirmations of one comparison. */
export const confirmLevel = 0.01;
/** At most so many units are confirmed, must-pass ones apart, which are never left out. */
export const mostConfirmed = 10;
/** A comparison that at its last look would decide with less chance than this is stopped. */
export const futile = 0.1;
/** The false discovery rate of the unguarded list of cases worth a look. */
export const worthALook = 0.1;

/** The last look, and the threshold of every look. */
export function schedule(rules: Rules): Threshold & { lastLook: number } {
  return { ...lookThreshold(rules.looks), lastLook: rules.looks.at(-1)! };
}
