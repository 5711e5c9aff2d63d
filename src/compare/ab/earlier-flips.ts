import { existsSync } from "node:fs";
import path from "node:path";
import { meanFlipRate } from "../plan-comparison.ts";
import { measured } from "../strata.ts";
import { answeredCombination, gatherTrust } from "./gather-trust.ts";
import type { AffectedUnit } from "./pair-sides.ts";

/** How often two runs of one prompt on one unit disagree. */
export interface EarlierFlips {
  /** The mean over the units that were run more than once, 0..1. */
  rate: number;
  units: number;
}

/** The flip rate of these units in stored runs, whatever version of the prompts was run; null where none was run twice. */
export function earlierFlips(root: string, units: readonly AffectedUnit[]): EarlierFlips | null {
  const folder = path.join(root, "reports", "runs");
  if (units.length === 0 || !existsSync(folder)) return null;
  const wanted = new Set(units.flatMap(({ trials }) => Object.values(trials)).map(nameOf));
  const own = gatherTrust([folder]).trials.filter((trial) => wanted.has(keyOf(trial)));
  const groups = Map.groupBy(own, (trial) => JSON.stringify([trial.version, keyOf(trial)]));
  const runs = [...groups.values()].map((group) => ({ a: group.map(({ outcome }) => outcome) }));
  const rate = meanFlipRate(runs);
  return rate === null ? null : { rate, units: runs.filter(({ a }) => measured(a).length > 1).length };
}

function nameOf({ case: item, assembly, answer }: AffectedUnit["trials"]["a"]): string {
  const { stack, variant, profile, model } = assembly;
  return keyOf({
    case: item.id,
    combination: answeredCombination({ stack, variant, profile, model, answer }),
  });
}

function keyOf({ case: id, combination }: { case: string; combination: string }): string {
  return JSON.stringify([id, combination]);
}
