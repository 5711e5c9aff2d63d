import type { Confirmation } from "./confirm.ts";
import type { LookResult } from "./judge-look.ts";
import type { PopulationInterval } from "./statistics/index.ts";
import type { UnitChange, Unmeasured, Verdict } from "./types.ts";
import type { Cap } from "./unmeasured.ts";

/** Why no more runs were made. */
export type StopReason =
  | "decided"
  | "last-look"
  /** At the last look a verdict would come with less than 10% chance. */
  | "futile"
  /** The repeats are copies of one answer; more of them would say nothing. */
  | "copies"
  | "stopped"
  /** Every unit was run by itself, there are too few for more. */
  | "few-cases"
  | "nothing-measured"
  /** No request differs; nothing was run. */
  | "equal";

/** What made the verdict; several may. */
export type Reason =
  | "pooled"
  | "combination"
  | "confirmed-case"
  | "must-pass-untold"
  | "combination-unresolved"
  | "case-untold"
  | "nothing-measured"
  | Cap;

/** What would settle an undecided comparison with 80% chance if B is as good as A; calls are model calls. */
export type Advice =
  | { by: "repeats"; repeats: number; calls: number }
  | { by: "cases"; cases: number; calls: number }
  /** The change is too near the margin for any number of runs to be promised. */
  | { by: "nothing" };

/** The whole outcome of a comparison of sampled answers, as plain data. */
export interface Comparison {
  verdict: Verdict;
  reasons: Reason[];
  stop: StopReason;
  /** Runs a side at which it was looked at; 0 where there was no look. */
  look: number;
  units: number;
  cases: number;
  /** Null with too few cases, or when nothing was measured. */
  result: LookResult | null;
  confirmation: Confirmation;
  /** Units that look worse without being confirmed; a hint. */
  worthALook: UnitChange[];
  unmeasured: Unmeasured;
  /** Must-pass cases without a measured run on some side, sorted. */
  mustPassUnmeasured: string[];
  advice: Advice | null;
  /** The smallest drop, 0..1, that could have been seen; of one case by itself where there are few. */
  smallestDrop: number | null;
  /** Whether the change carries over to new cases; null with one source. */
  carriesOver: PopulationInterval | null;
  runs: { used: number; saved: number };
}
