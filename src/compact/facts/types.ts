import type { MarkedFact } from "../../load/index.ts";

/**
 * What became of a fact. `contradicted`: its value was changed, its negation flipped, or what it superseded is stated
 * as current. `not_observable`: nobody can tell, and it counts neither way.
 */
export const verdicts = [
  "kept_exact",
  "kept_normalised",
  "paraphrased",
  "contradicted",
  "lost",
  "not_observable",
] as const;
export type FactState = (typeof verdicts)[number];

/** Where it was found: in the prompt's memory, in a message that stayed word for word, or in what the strategy wrote. */
export type FactPlace = "memory" | "kept" | "summary";

/** One fact on the next request. */
export interface FactVerdict {
  fact: string;
  kind: MarkedFact["kind"];
  source: MarkedFact["source"];
  severity: MarkedFact["severity"];
  must: MarkedFact["must"];
  verdict: FactState;
  /** null where it was found nowhere. */
  place: FactPlace | null;
  /** What was found, with a little around it; of a contradiction, what contradicts. */
  span: string | null;
  /** Why a fact is not observable, or how it is contradicted. */
  reason: string | null;
  /** Whether it is there as its `must` demands; null where that cannot be told. */
  survived: boolean | null;
  /** How far back it was said, in tenths of the conversation: 0 is the oldest; null for memory. */
  depth: number | null;
  /** Boundaries since it was said. */
  age: number;
}

/** A fact that holds at a boundary. */
export interface ActiveFact {
  fact: MarkedFact;
  /** What it says now; an edit of the memory may have changed it. */
  value: string;
  /** What it said before, or what the facts say that it supersedes. */
  superseded: string[];
  depth: number | null;
  age: number;
  /** Why it cannot be looked for; null where it can. */
  unobservable: string | null;
}
