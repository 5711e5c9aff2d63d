import type { Project } from "../../load/index.ts";
import type { Selection } from "../../run/index.ts";
import type { Finding } from "../../util/index.ts";
import type { Comparison } from "../comparison.ts";
import type { ExactUnit } from "../exact.ts";
import type { UnitId } from "../pair-units.ts";
import type { Rules } from "../rules.ts";
import type { ScopeResult, UnitChange, UnitOutcomes, Unmeasured, Verdict } from "../types.ts";

/** One version of the prompts on the corpus that both versions share. */
export interface AbVersion {
  /** As people read it: `main (4f0c…)`, `working tree @brief`. */
  name: string;
  /** A git ref, "." for the working tree, ":" for the index. */
  ref: string;
  /** null for the working tree and the index. */
  commit: string | null;
  /** Set where one variant is compared; else each variant with the one of its name. */
  variant: string | null;
  /** Layer files that another file stands in for. */
  replaced: string[];
  project: Project;
}

/** Two versions ready to be compared. */
export interface AbVersions {
  a: AbVersion;
  b: AbVersion;
  /** The ref that cases, scenarios, suites and models come from. */
  corpusRef: string;
  /** Hash of each scenario's folder. */
  worlds: Record<string, string>;
  /** Stacks of one side alone: their cases are not compared. */
  stacks: { onlyA: string[]; onlyB: string[] };
  findings: Finding[];
}

/** A version as a result names it. */
export type AbSide = Omit<AbVersion, "project"> & {
  /** `stack@variant/profile` to the recipe that its prompts have. */
  recipes: Record<string, string>;
};

/** What is compared, and by which rules. */
export interface AbOptions {
  selection: Omit<Selection, "variants" | "repeat">;
  rules: Rules;
  /** Cases that are shown and decide nothing, with the reason. */
  quarantined?: ReadonlyMap<string, string> | undefined;
  /**
   * The how manieth time, from 0, that a version is compared with itself: everything is taken to be affected, and each
   * time both sides ask for answers of their own.
   */
  selfCheck?: number | undefined;
  /** Folder of a stored comparison whose runs of A stand in for fresh ones; for rules with a cached baseline. */
  baseline?: string | undefined;
}

/** A stored run whose runs of A were to stand in for fresh ones. */
export interface AbBaseline {
  run: string;
  /** Units of A that were run again. */
  rechecked: number;
  /** A did otherwise than stored, so that all of it was run again. */
  dropped: boolean;
}

/** How units of a combination are judged: by one answer that never varies, or by samples. */
export type AbMode = "exact" | "sampled";

/** The verdict within one combination: deterministic and sampled answers apart. */
export interface AbCombination {
  /** The name that units, findings and reports use. */
  id: string;
  stack: string;
  /** One name, or `a -> b` where two variants are compared. */
  variant: string;
  profile: string;
  /** Assembled for. */
  model: string;
  /** Answering; empty where nothing is asked. */
  answer: string;
  mode: AbMode;
  verdict: Verdict;
  /** Units that can be affected, out of all that both versions have. */
  affected: number;
  of: number;
  /** Counts of units; of sampled ones only the confirmed. */
  lost: number;
  harderToFind: number;
  gained: number;
  unmeasured: number;
  /** Of sampled answers; null where nothing was measured, or there are too few cases for an interval. */
  scope: ScopeResult | null;
}

/** What one version gave on a case. */
export interface AbAnswer {
  status: "passed" | "failed" | "skipped" | "unmeasured";
  reason: string;
  /** The answer; null where nothing was asked or nothing came back. */
  output: string | null;
}

/** A case that the two versions differ in; combinations that differ alike stand together. */
export interface AbCase {
  case: string;
  combinations: string[];
  mode: AbMode;
  policy: "must-pass" | null;
  /** Why it decides nothing. */
  quarantined: string | null;
  a: AbAnswer;
  b: AbAnswer;
  /** Of sampled answers: what the fresh runs gave. */
  runs: Omit<UnitChange, "case" | "combination" | "policy"> | null;
}

export type AbStop = "--max-cost" | "--max-calls" | "interrupted";

/** What comparing two versions came to: plain data, that reports, the gate and bisect read. */
export interface AbResult {
  /** Of the run's folder. */
  id: string;
  /** ISO 8601, UTC. */
  created: string;
  a: AbSide;
  b: AbSide;
  suite: string;
  seed: number;
  rules: Rules;
  verdict: Verdict;
  /** 0 improved, neutral, equal; 1 regressed; 3 not decided; 130 interrupted. */
  exitCode: 0 | 1 | 3 | 130;
  /** Sentences; the verdict first, then what it rests on, then what would settle it. */
  words: string[];
  /** Both sides are the same commit or tree with the same variant: nothing was planned. */
  identical: boolean;
  hashes: AbHashes;
  /** Every compared case by id. */
  cases: Record<string, { hash: string; assertions: number }>;
  corpus: { cases: number; units: number };
  /** What the change can affect: requests, or facts of the assembly that a case asks for, that differ. */
  affected: { cases: number; units: number };
  /** Units of one version only, and units whose case is not the same on both sides. */
  notCompared: {
    onlyA: UnitId[];
    onlyB: UnitId[];
    changed: UnitId[];
    stacks: { onlyA: string[]; onlyB: string[] };
  };
  combinations: AbCombination[];
  lost: AbCase[];
  /** The text is still in the prompt, but the embedded reader no longer finds it: a warning. */
  harderToFind: AbCase[];
  gained: AbCase[];
  /** Not measured on a side, and so maybe lost. */
  maybeLost: AbCase[];
  /** Cases that were left out of the verdict, with the reason. */
  quarantined: { case: string; reason: string }[];
  /** Units that this answering model cannot measure, by reason. */
  skipped: { reason: string; units: number }[];
  unmeasured: Unmeasured;
  /** Must-pass cases that the change can affect and that no run measured on some side, sorted. */
  mustPassUnmeasured: string[];
  /** What every unit gave, to be judged again by other rules. */
  units: { exact: ExactUnit[]; looks: UnitOutcomes[]; confirmation: UnitOutcomes[] };
  /** Where A's runs are those of a stored run. */
  baseline?: AbBaseline | undefined;
  /** The comparison of sampled answers; null where all are deterministic. */
  sampled: Comparison | null;
  /** The smallest drop, 0..1, that could have been seen; null where answers are deterministic. */
  smallestDrop: number | null;
  stopped: AbStop | null;
  cost: AbCost;
  findings: Finding[];
}

/** What two results must have in common to be comparable. */
export interface AbHashes {
  /** Of all compared cases: inputs, worlds, assertions. */
  corpus: string;
  /** Of the judging model, its parameters, and all assertions. */
  graders: string;
  /** Of all that decides the verdict, fixed before the first call. */
  config: string;
}

export interface AbCost {
  /** Calls that this command made. */
  calls: number;
  /** US dollars of all runs of the folder; null where a price is not known. */
  usd: number | null;
  /** Runs a side that were spared by stopping early, both sides together. */
  runsSaved: number;
}
