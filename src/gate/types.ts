import type { AbResult, Verdict } from "../compare/index.ts";
import type { WrittenGate } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import type { Fault } from "./layers-at-fault.ts";

/** `evals/gate.yaml` as one version of the repository has it, with lines for findings. */
export interface Gate extends WrittenGate {
  file: string;
  /** Line of a place in the file; 1 where there is no file. */
  lineAt(path: readonly (string | number)[]): number;
}

/** What a gate is made of, in the order in which it is done and shown: what costs nothing comes first. */
export const partNames = [
  "settings",
  "corpus",
  "code",
  "lock",
  "lint",
  "budgets",
  "compaction",
  "comparison",
] as const;

export type PartName = (typeof partNames)[number];

/** What became of a part, as an exit code: 0 fine, 1 failed, 2 refused, 3 not decided. */
export type PartCode = 0 | 1 | 2 | 3;

/** One part of a gate, judged by itself. */
export interface GatePart {
  part: PartName;
  code: PartCode;
  /** It was not run, for a reason that `summary` gives. */
  skipped?: boolean | undefined;
  /** One sentence. */
  summary: string;
  /** More sentences, the weightiest first. */
  details: string[];
  findings: Finding[];
}

/** Whether the change may be merged. */
export type GateOutcome = "passed" | "failed" | "refused" | "undecided";

/** The whole gate, as one verdict and one exit code. */
export interface GateVerdict {
  outcome: GateOutcome;
  exitCode: PartCode;
  /** Of the comparison; null where nothing was compared. */
  verdict: Verdict | null;
  /** The parts that decided the exit code. */
  because: PartName[];
  parts: GatePart[];
}

/** A case that proves less than it did at the base. */
export interface ShrunkCase {
  case: string;
  /** In words. */
  how: string[];
  file?: string | undefined;
  line?: number | undefined;
}

/** What the gate looks at of a comparison on one suite. */
export type Compared = Pick<
  AbResult,
  | "id"
  | "suite"
  | "verdict"
  | "exitCode"
  | "words"
  | "identical"
  | "rules"
  | "hashes"
  | "affected"
  | "corpus"
  | "combinations"
  | "lost"
  | "harderToFind"
  | "gained"
  | "maybeLost"
  | "quarantined"
  | "notCompared"
  | "mustPassUnmeasured"
  | "stopped"
  | "cost"
  | "findings"
>;

/** Everything that a report of a gate shows. */
export interface GateReport extends GateVerdict {
  /** null where stored runs are judged. */
  base: { ref: string; commit: string } | null;
  /** Shown before everything else. */
  shrunk: ShrunkCase[];
  comparisons: Compared[];
  /** Ids, sorted. */
  mustPassUnmeasured: string[];
  /** What lost the cases; null unless the comparison regressed. */
  fault: Fault | null;
  /** For a shell; null where nothing has to go back, or no file is known to be at fault. */
  revert: string | null;
  /** Reports of the comparisons, as paths below the root. */
  reports: string[];
}
