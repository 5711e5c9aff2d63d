import { type Rules, schedule } from "./rules.ts";
import { flipRate, runPairsForNeutral, smallestDropOf } from "./statistics/index.ts";
import { countCases, measured } from "./strata.ts";
import type { UnitOutcomes } from "./types.ts";

/** What a comparison can see, before its first call. */
export interface ComparisonPlan {
  units: number;
  cases: number;
  /** Too few cases for a margin: each is run ten times a side. */
  few: boolean;
  /** Runs a side of every unit at each look, and the smallest drop (0..1) seen there with 80% chance. */
  looks: { runs: number; smallestDrop: number }[];
  /** Runs a side of every unit after which an unchanged B is called neutral with 80% chance; may be past the last look. */
  repeats: number;
  /** Cases to be added so that the last look is enough for that; 0 where it is. */
  moreCases: number;
}

/** What is taken for the flip rate where nothing was measured yet. */
export const guessedFlip = 0.1;

/** Plans from the mean flip rate (0..1) of the units. */
export function planComparison(
  units: readonly { case: string }[],
  rules: Rules,
  flip: number,
): ComparisonPlan {
  const { z, lastLook } = schedule(rules);
  const cases = countCases(units);
  const n = units.length;
  const pairs = runPairsForNeutral(flip, rules.margin, z);
  return {
    ...{ units: n, cases, few: cases < rules.fewCases },
    looks: rules.looks.map((runs) => ({ runs, smallestDrop: smallestDropOf(flip, n * runs, z) })),
    repeats: Math.ceil(pairs / n),
    // As many units a case as there are now.
    moreCases: Math.max(0, Math.ceil((pairs / lastLook) * (cases / n)) - cases),
  };
}

/** The mean chance that two runs of A on one unit disagree; null when no unit has two measured runs. */
export function meanFlipRate(units: readonly Pick<UnitOutcomes, "a">[]): number | null {
  const rates = units.flatMap(({ a }) => {
    const runs = measured(a);
    const passes = runs.filter((outcome) => outcome === 1).length;
    return runs.length < 2 ? [] : flipRate({ passes, runs: runs.length });
  });
  return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}
