import { fisherTest } from "./statistics/index.ts";
import type { Outcome, Unmeasured, UnitOutcomes } from "./types.ts";

/** Why runs that could not be measured leave no room for a verdict. */
export type Cap = "too-many-unmeasured" | "unequally-unmeasured";

const mostUnmeasured = 0.02;
const unequal = 0.01;

export function countUnmeasured(units: readonly Pick<UnitOutcomes, "a" | "b">[]): Unmeasured {
  const counts = { a: 0, b: 0, attemptsA: 0, attemptsB: 0 };
  for (const { a, b } of units) {
    counts.a += a.filter((outcome) => outcome === null).length;
    counts.b += b.filter((outcome) => outcome === null).length;
    counts.attemptsA += a.length;
    counts.attemptsB += b.length;
  }
  return counts;
}

/**
 * Caps a verdict when more than 2% of the runs are missing, or when one version misses so many more than the other that
 * chance is no explanation (Fisher's exact test, two-sided, below 0.01).
 */
export function capOf(missing: Unmeasured): Cap | null {
  const { a, b, attemptsA, attemptsB } = missing;
  if (a + b > mostUnmeasured * (attemptsA + attemptsB)) return "too-many-unmeasured";
  if (a + b === 0) return null;
  const { pWorse, pBetter } = fisherTest({ passes: a, runs: attemptsA }, { passes: b, runs: attemptsB });
  return 2 * Math.min(pWorse, pBetter) < unequal ? "unequally-unmeasured" : null;
}

/** The units with every unmeasured run read in B's favour: a loss that is left is one whatever they would have been. */
export function inFavourOfB(units: readonly UnitOutcomes[]): UnitOutcomes[] {
  const fill = (outcomes: readonly Outcome[], value: number) => outcomes.map((outcome) => outcome ?? value);
  return units.map((unit) => ({ ...unit, a: fill(unit.a, 0), b: fill(unit.b, 1) }));
}
