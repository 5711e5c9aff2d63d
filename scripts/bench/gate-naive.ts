import type { UnitOutcomes } from "../../src/compare/index.ts";

/** Simple rules that the tables set beside the gate: each says whether B would fail. */
export type NaiveRule = "N1" | "N2" | "N3" | "N4" | "T";

/** B's rate lower; any case lower; any case newly failing by majority; drop above 5 points; paired interval below 0. */
export const naiveRules: Record<NaiveRule, (units: readonly UnitOutcomes[]) => boolean> = {
  N1: (units) => meanOf(changes(units)) < -rounding,
  N2: (units) => changes(units).some((change) => change < -rounding),
  N3: (units) => units.some(({ a, b }) => rate(a) > 0.5 && rate(b) <= 0.5),
  N4: (units) => meanOf(changes(units)) < -0.05 - rounding,
  T: (units) => {
    const all = changes(units);
    const mean = meanOf(all);
    const variance = all.reduce((sum, change) => sum + (change - mean) ** 2, 0) / (all.length - 1);
    return mean + 1.96 * Math.sqrt(variance / all.length) < 0;
  },
};

const rounding = 1e-9;

function changes(units: readonly UnitOutcomes[]): number[] {
  return units.map(({ a, b }) => rate(b) - rate(a));
}

function rate(outcomes: UnitOutcomes["a"]): number {
  return outcomes.filter((outcome) => outcome === 1).length / outcomes.length;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
