import type { Layer } from "../load/index.ts";
import type { Channel } from "../schema/index.ts";
import type { PerturbationId } from "./perturbations.ts";

/** What is compared: the next turn of one session, or two sessions that were both built from nothing. */
export type Relation = "turn" | "session";

/**
 * What the tiers say of a change. allowed: the layer promises less than that. re-read: it promises more, and its files
 * are looked at every turn and were changed by somebody. broken: it promises more than it holds.
 */
export type Verdict = "allowed" | "re-read" | "broken";

/** A layer whose bytes differ. */
export interface ChangedLayer {
  layer: string;
  tier: string;
  promise: Layer["tier"]["promise"];
  channel: Channel;
  /** Its first byte that differs, in the text of its channel; where it would begin, if it is not there. */
  byte: number;
  /** The same, counted from the layer's own start. */
  layerByte: number;
  /** What stands around that byte, on one line; null for a secret layer. */
  was: string | null;
  now: string | null;
  verdict: Verdict;
}

/** Where the cached prefix stops to be equal. */
export interface PrefixBreak {
  layer: string;
  tier: string;
  /** In the system text. */
  byte: number;
  layerByte: number;
  /** Of the new prefix, what stands behind that byte. */
  lostBytes: number;
  lostTokens: number;
}

/** One world compared with the one that differs from it in one respect. */
export interface Pair {
  world: PerturbationId;
  relation: Relation;
  /** The profile or model it was compared with, where that is the difference. */
  other?: string;
  /** Bytes that the cached prefixes share from their start. */
  shared: number;
  /** null: the whole prefix is equal. */
  break: PrefixBreak | null;
  changed: ChangedLayer[];
  /** Whether both requests offer the same tools; they stand before the system text. */
  sameTools: boolean;
}

/** A world that this combination cannot be put into. */
export interface SkippedPair {
  world: PerturbationId;
  relation: Relation;
  reason: string;
}

/** How stable one combination's prompt is. */
export interface Stability {
  stack: string;
  variant: string;
  profile: string;
  model: string;
  scenario: string;
  /** The cached prefix: the system text up to the end of its last layer of a cached tier. */
  prefixBytes: number;
  prefixTokens: number;
  pairs: Pair[];
  skipped: SkippedPair[];
}
