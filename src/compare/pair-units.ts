import { countCases, unitKey } from "./strata.ts";
import type { Outcome, UnitOutcomes } from "./types.ts";

/** A unit by its name. */
export interface UnitId {
  case: string;
  combination: string;
}

/** What one version has of a unit: one case scenario in one combination. */
export interface SideUnit extends UnitId {
  policy?: "must-pass" | undefined;
  cluster?: string | undefined;
  /** Hash of the case: input, scenario and assertions. It must be the same on both sides. */
  caseHash: string;
  /** Hash of all that the version can change: the request, and what is asserted on the assembly. */
  subjectHash: string;
  /** What the runs gave so far; empty before the first. */
  outcomes: readonly Outcome[];
  /** Hashes of the answers, to tell repeats from copies; in the order of the outcomes. */
  answers?: readonly string[] | undefined;
}

/** Two versions side by side. */
export interface Pairing {
  /** Units that the change can affect. */
  affected: UnitOutcomes[];
  /** Units whose subject is the same on both sides: not run, and in no figure. */
  equal: UnitId[];
  /** Units of one side only, and units whose case is not the same: not comparable. */
  onlyA: UnitId[];
  onlyB: UnitId[];
  changed: UnitId[];
  /** All units that both sides have with the same case, affected or not. */
  corpus: { cases: number; units: number };
}

/** Pairs the units of two versions by case and combination, in A's order. */
export function pairUnits(a: readonly SideUnit[], b: readonly SideUnit[]): Pairing {
  const others = new Map(b.map((unit) => [unitKey(unit), unit]));
  const known = new Set(a.map(unitKey));
  const both = a.flatMap((one) => {
    const other = others.get(unitKey(one));
    return other ? [{ one, other }] : [];
  });
  const same = both.filter(({ one, other }) => one.caseHash === other.caseHash);
  const differs = ({ one, other }: (typeof both)[number]) => one.subjectHash !== other.subjectHash;
  return {
    affected: same.filter(differs).map(({ one, other }) => join(one, other)),
    equal: same.filter((pair) => !differs(pair)).map(({ one }) => idOf(one)),
    onlyA: a.filter((unit) => !others.has(unitKey(unit))).map(idOf),
    onlyB: b.filter((unit) => !known.has(unitKey(unit))).map(idOf),
    changed: both.filter(({ one, other }) => one.caseHash !== other.caseHash).map(({ one }) => idOf(one)),
    corpus: { cases: countCases(same.map(({ one }) => one)), units: same.length },
  };
}

function join(one: SideUnit, other: SideUnit): UnitOutcomes {
  return {
    ...{ ...idOf(one), policy: other.policy, cluster: other.cluster },
    ...{ a: one.outcomes, b: other.outcomes },
    copies: allEqual(one.answers) && allEqual(other.answers),
  };
}

function allEqual(answers: readonly string[] | undefined): boolean {
  return answers !== undefined && answers.length > 0 && new Set(answers).size === 1;
}

function idOf({ case: id, combination }: UnitId): UnitId {
  return { case: id, combination };
}
