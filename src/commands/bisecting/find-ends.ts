import { decide, defaultRules, type ProbedUnit } from "../../compare/index.ts";
import type { UnitRuns } from "./probe-commit.ts";

/** A case in a combination that passes at the good end and fails at the bad one, and how often. */
export interface EndUnit extends Pick<ProbedUnit, "good" | "bad"> {
  case: string;
  combination: string;
}

/** The units that tell the ends apart; none when the ends do alike, or sampled runs do not show a difference. */
export function tellingUnits(good: readonly UnitRuns[], bad: readonly UnitRuns[], exact: boolean): EndUnit[] {
  const others = new Map(bad.map((unit) => [keyOf(unit), unit]));
  const pairs = good.flatMap((one) => {
    const other = others.get(keyOf(one));
    return other === undefined || one.runs === 0 || other.runs === 0 ? [] : [{ good: one, bad: other }];
  });
  const worse = exact
    ? pairs.filter((pair) => pair.good.passes === pair.good.runs && pair.bad.passes < pair.bad.runs)
    : confirmedOf(pairs);
  return worse.map((pair) => ({
    ...{ case: pair.good.case, combination: pair.good.combination },
    good: { passes: pair.good.passes, runs: pair.good.runs },
    bad: { passes: pair.bad.passes, runs: pair.bad.runs },
  }));
}

/** As a comparison of few cases confirms losses: at one per cent over all of them. */
function confirmedOf<P extends { good: UnitRuns; bad: UnitRuns }>(pairs: readonly P[]): P[] {
  const units = pairs.map(({ good, bad }) => ({
    ...{ case: good.case, combination: good.combination },
    ...{ a: outcomes(good), b: outcomes(bad) },
  }));
  const decision = decide(
    { ...defaultRules, fewCases: Infinity },
    { units, confirmation: units, stopped: true },
  );
  if (decision.kind !== "verdict") return [];
  const confirmed = new Set(decision.comparison.confirmation.confirmed.map(keyOf));
  return pairs.filter(({ good }) => confirmed.has(keyOf(good)));
}

function outcomes({ passes, runs }: UnitRuns): (0 | 1)[] {
  return Array.from({ length: runs }, (_, i) => (i < passes ? 1 : 0));
}

export function keyOf({ case: id, combination }: { case: string; combination: string }): string {
  return `${id}\0${combination}`;
}
