import type { PlannedTrial, Rounds, Trial } from "../../run/index.ts";
import { baselineDrifted, recheckSample } from "../baseline.ts";
import { type Rules, schedule } from "../rules.ts";
import { seededRandom } from "../statistics/index.ts";
import { toStrata } from "../strata.ts";
import { outcomeOf } from "./run-exact.ts";
import type { SampledUnit } from "./run-sampled.ts";
import type { StoredBaseline } from "./stored-baseline.ts";
import type { AbBaseline } from "./types.ts";

/** A stored baseline after it was looked at again. */
export interface Rechecked {
  use: AbBaseline;
  /** What is known of A: the stored runs, or only the fresh ones of the units that were run again. */
  rows: ReadonlyMap<PlannedTrial, Trial>;
}

/**
 * Runs A again on a random tenth of the units. Where it does not do as it did, or nothing of it can be measured, the
 * stored runs are dropped.
 */
export async function recheckBaseline(
  rounds: Rounds,
  units: readonly SampledUnit[],
  baseline: StoredBaseline,
  { rules, seed }: { rules: Rules; seed: number },
): Promise<Rechecked> {
  const { lastLook } = schedule(rules);
  const stored = new Map(
    units
      .flatMap(({ runs }) => runs.a.slice(0, lastLook))
      .flatMap((trial) => {
        const row = baseline.find(trial);
        return row === undefined ? [] : [[trial, row] as const];
      }),
  );
  const sample = recheckSample(units, seededRandom(`${seed} baseline`));
  const again = ({ runs }: SampledUnit) => runs.a.slice(0, rules.looks[0]);
  const fresh = await rounds.run(sample.flatMap(again));
  const outcomes = (trials: readonly PlannedTrial[], rows: ReadonlyMap<PlannedTrial, Trial>) =>
    trials.flatMap((trial) => rows.get(trial) ?? []).map(outcomeOf);
  const rechecked = sample.map((unit) => ({
    ...{ ...unit, a: outcomes(unit.runs.a, stored), b: outcomes(again(unit), fresh) },
  }));
  const dropped = toStrata(rechecked).length === 0 || baselineDrifted(rechecked, rules.measure);
  return {
    use: { run: baseline.run, rechecked: sample.length, dropped },
    rows: dropped ? fresh : stored,
  };
}
