import type { FactState, FactVerdict } from "../../compact/index.ts";

/** How many facts are there, of those that can be looked for. */
export interface SurvivalRate {
  survived: number;
  /** Facts at boundaries, as `survived`. Without those that are not observable. */
  marked: number;
  /** Mean over facts of the share of boundaries at which each is there, 0 to 1; null where nothing was marked. */
  rate: number | null;
  /** Wilson's 95% interval on the number of different facts: the same fact at two boundaries is no second witness. */
  interval: [low: number, high: number] | null;
}

/** What became of the facts of all sessions with one strategy of one stack. */
export interface StrategySurvival {
  stack: string;
  variant: string;
  strategy: string;
  own: boolean;
  summarizer: string;
  boundaries: { compacted: number; unchanged: number; failed: number };
  /** Verdicts, over all boundaries. */
  verdicts: Record<FactState, number>;
  /** Of all facts at all boundaries. */
  overall: SurvivalRate;
  byKind: Record<string, SurvivalRate>;
  bySource: Record<string, SurvivalRate>;
  /** By how far back a fact was said, in tenths of the conversation; 0 is the oldest. */
  byDepth: Record<string, SurvivalRate>;
  /** By how often the session was compacted in all. */
  byGenerations: Record<string, SurvivalRate>;
  /** By the boundaries that a fact has passed: the decay curve. */
  decay: Record<string, SurvivalRate>;
  /** The first number of boundaries after which less than half is there; null where that was not seen. */
  halfLife: number | null;
  /** Share of facts that are contradicted; null where nothing was marked. */
  contradiction: number | null;
  /** Claims of summaries that nobody made. */
  fabrication: { claims: number; fabricated: number };
  /** Planted instructions that a summary carries on; those that it gives as a tool's own words apart. */
  injections: { planted: number; carried: number; attributed: number };
  /** Of the whole request, summed over boundaries that compacted. */
  tokens: { before: number; after: number };
  /** Asked with a model only: passed of asked, of the whole conversation and of the compacted one, and the pairs that differ. */
  probes: {
    asked: number;
    whole: number;
    compacted: number;
    lost: number;
    gained: number;
    unmeasured: number;
  };
  findings: number;
}

/** One fact with one strategy, at the last boundary of a session that was compacted so many times. */
export interface SurvivalCell extends Pick<
  FactVerdict,
  "fact" | "kind" | "source" | "severity" | "verdict" | "place" | "span" | "reason"
> {
  stack: string;
  variant: string;
  profile: string;
  session: string;
  strategy: string;
  own: boolean;
  generations: number;
}

/** A survival run, as every report shows it. */
export interface SurvivalView {
  /** What a reader must know before the numbers. */
  caveats: string[];
  summarizers: string[];
  sessions: string[];
  totals: {
    runs: number;
    boundaries: number;
    facts: number;
    survived: number;
    notObservable: number;
    failures: number;
  };
  strategies: StrategySurvival[];
  /** Facts by strategy and generation: of the first profile, compacted without a change of memory. */
  matrix: SurvivalCell[];
  /** What makes the run fail. */
  failures: string[];
  /** Losses that a stack declares itself. */
  known: string[];
}
