import { type Rules, schedule } from "./rules.ts";
import { flipRate, runPairsForNeutral, smallestDropOf } from "./statistics/index.ts";
import { countCases, measured } from "./strata.ts";
import type { UnitOutcomes } from "./types.ts";

/** What a comparison costs and can see, before its first call. */
export interface ComparisonPlan {
  units: number;
  cases: number;
  /** Too few cases for a margin: each is run ten times a side. */
  few: boolean;
  /** Model calls of both sides up to each look, confirmations apart, and the smallest drop (0..1) seen there. */
  looks: { runs: number; calls: number; smallestDrop: number }[];
  /** Run pairs (units x runs) after which an unchanged B is called neutral with 80% chance. */
  pairsForNeutral: number;
}

/** Plans from the mean flip rate (0..1) of the units; 0.1 is a fair guess where nothing was measured yet. */
export function planComparison(
  units: readonly { case: string }[],
  rules: Rules,
  flip: number,
): ComparisonPlan {
  const { z } = schedule(rules);
  const cases = countCases(units);
  const n = units.length;
  return {
    ...{ units: n, cases, few: cases < rules.fewCases },
    looks: rules.looks.map((runs) => ({
      ...{ runs, calls: n * runs * (rules.cachedBaseline ? 1 : 2) },
      smallestDrop: Math.min(1, smallestDropOf(flip, n * runs, z)),
    })),
    pairsForNeutral: Math.ceil(runPairsForNeutral(flip, rules.margin, z)),
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
