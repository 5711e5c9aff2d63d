import {
  combineVerdicts,
  type Comparison,
  decide,
  describeComparison,
  describeExact,
  type ExactResult,
  type ExactUnit,
  judgeExact,
  type Rules,
  type UnitOutcomes,
  type Verdict,
} from "../compare/index.ts";

/** What was run of both versions: deterministic answers, and sampled ones at the looks and on fresh runs. */
export interface JudgedUnits {
  exact: readonly ExactUnit[];
  looks: readonly UnitOutcomes[];
  confirmation: readonly UnitOutcomes[];
}

/** Outcomes that are known already, judged by some rules. */
export interface Judged {
  verdict: Verdict;
  words: string[];
  exact: ExactResult | null;
  sampled: Comparison | null;
}

/**
 * Judges what was run without running more. Cases in quarantine are shown where answers are deterministic, and are
 * left out where they are sampled.
 */
export function judgeUnits(
  units: JudgedUnits,
  rules: Rules,
  quarantined: ReadonlyMap<string, string>,
): Judged {
  const counted = (list: readonly UnitOutcomes[]) => list.filter((unit) => !quarantined.has(unit.case));
  const exactUnits = units.exact.map((unit) => ({ ...unit, quarantined: quarantined.has(unit.case) }));
  const exact = exactUnits.length === 0 ? null : judgeExact(exactUnits);
  const looks = counted(units.looks);
  const state = { units: looks, confirmation: counted(units.confirmation), stopped: true };
  const decision = looks.length === 0 ? null : decide(rules, state);
  const sampled = decision?.kind === "verdict" ? decision.comparison : null;
  const parts = [exact?.verdict, sampled?.verdict].filter((verdict) => verdict !== undefined);
  return {
    ...{ exact, sampled, verdict: combineVerdicts(parts) },
    words: [
      ...(exact === null ? [] : describeExact(exact)),
      ...(sampled === null ? [] : describeComparison(sampled, { measure: rules.measure })),
    ],
  };
}
