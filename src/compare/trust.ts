import { compareText } from "../util/index.ts";
import { type Count, flipRate, passAtK, passHatK, unseenAtMost, wilson } from "./statistics/index.ts";
import type { Outcome } from "./types.ts";

/** One trial of a stored run. */
export interface TrustTrial {
  /** The recipe hash, or any other name of the prompt version. */
  version: string;
  case: string;
  combination: string;
  outcome: Outcome;
}

/** How steady one case is on the version that was run last, in one combination. */
export interface CaseFlake extends Count {
  case: string;
  combination: string;
  version: string;
  /** The chance that two runs disagree, 0..1; null with one run. */
  flip: number | null;
  /** Wilson's interval of the pass rate. */
  interval: [lower: number, upper: number];
  /** The interval lies inside (0.05, 0.95): such a case cannot be must-pass. */
  flaky: boolean;
  /** Chances that one of three runs passes, and that all three do; null with fewer runs. */
  once: number | null;
  always: number | null;
  /** Of a case that never failed: the largest failure rate that fits; else null. */
  failsAtMost: number | null;
}

/** What stored runs tell about the corpus itself. */
export interface TrustReport {
  versions: number;
  flakes: CaseFlake[];
  /** Cases that passed in every trial, or failed in every trial, on every version seen; sorted. */
  alwaysPass: string[];
  alwaysFail: string[];
  /** Groups of cases that told some versions apart, and all in the same way: one of each group would do. */
  alike: string[][];
}

const lastRuns = 20;

/** The report over trials in the order of time. With one version nothing is said to never discriminate. */
export function trustReport(trials: readonly TrustTrial[]): TrustReport {
  const measured = trials.filter((trial) => trial.outcome !== null);
  const versions = new Set(measured.map((trial) => trial.version)).size;
  const cases = [...Map.groupBy(measured, (trial) => trial.case)].toSorted(([a], [b]) => compareText(a, b));
  const compared = cases.filter(([, own]) => new Set(own.map((trial) => trial.version)).size > 1);
  const always = (value: number) =>
    compared.filter(([, own]) => own.every((trial) => trial.outcome === value)).map(([id]) => id);
  const [alwaysPass, alwaysFail] = [always(1), always(0)];
  const constant = new Set([...alwaysPass, ...alwaysFail]);
  const telling = compared.filter(([id]) => !constant.has(id));
  const groups = Map.groupBy(telling, ([, own]) => pattern(own));
  const alike = [...groups.values()].filter((group) => group.length > 1);
  return {
    ...{ versions, alwaysPass, alwaysFail },
    flakes: cases.flatMap(([, own]) => flakesOf(own)),
    alike: alike.map((group) => group.map(([id]) => id)),
  };
}

/** What a case said in each version and combination: the passes out of the runs there. */
function pattern(own: readonly TrustTrial[]): string {
  const cells = Map.groupBy(own, (trial) => JSON.stringify([trial.version, trial.combination]));
  const counts = [...cells].map(([cell, trials]) => [cell, countOf(trials).passes, trials.length]);
  return JSON.stringify(counts.toSorted(([a], [b]) => compareText(String(a), String(b))));
}

function flakesOf(own: readonly TrustTrial[]): CaseFlake[] {
  const combinations = [...Map.groupBy(own, (trial) => trial.combination)];
  return combinations.map(([combination, trials]) => {
    const { version } = trials.at(-1)!;
    const count = countOf(trials.filter((trial) => trial.version === version).slice(-lastRuns));
    const interval = wilson(count);
    const { passes, runs } = count;
    return {
      ...{ case: trials[0]!.case, combination, version, ...count, interval },
      flip: runs > 1 ? flipRate(count) : null,
      flaky: interval[0] > 0.05 && interval[1] < 0.95,
      once: runs < 3 ? null : passAtK(count, 3),
      always: runs < 3 ? null : passHatK(count, 3),
      failsAtMost: passes === runs ? unseenAtMost(runs) : null,
    };
  });
}

function countOf(trials: readonly TrustTrial[]): Count {
  return { passes: trials.filter((trial) => trial.outcome === 1).length, runs: trials.length };
}
