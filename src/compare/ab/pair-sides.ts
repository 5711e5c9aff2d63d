import type { PlannedTrial } from "../../run/index.ts";
import { type Pairing, pairUnits, type UnitId } from "../pair-units.ts";
import { countCases, unitKey } from "../strata.ts";
import type { UnitOutcomes } from "../types.ts";
import type { SidePlans } from "./plan-sides.ts";
import type { AbMode, AbOptions, AbVersions } from "./types.ts";
import { caseHash, combinationOf, modeOf, type PlannedUnit, subjectHash } from "./units.ts";

/** A unit that the change can affect, with the trials that its runs are made like. */
export interface AffectedUnit extends UnitOutcomes {
  mode: AbMode;
  trials: { a: PlannedTrial; b: PlannedTrial };
}

/** Two planned versions side by side. */
export interface PairedSides {
  /** Without those that this answering model cannot measure. */
  affected: AffectedUnit[];
  /** What it cannot measure, of all that can be affected. */
  skipped: AffectedUnit[];
  pairing: Pairing;
  /** Units that both sides have and can be measured, affected or not. */
  all: { unit: UnitId; mode: AbMode; trial: PlannedTrial }[];
  cases: Map<string, { trial: PlannedTrial; hash: string }>;
}

/** Pairs what two versions do on each case and combination, and finds out what the change can affect. */
export function pairSides(plans: SidePlans, versions: AbVersions, options: AbOptions): PairedSides {
  const [a, b] = [unitsOf(plans.a.trials, versions), unitsOf(plans.b.trials, versions)];
  const self = options.selfCheck !== undefined;
  // Compared with itself, nothing differs, and all of it is to be looked at.
  const other = self ? b.map((unit) => ({ ...unit, subjectHash: `${unit.subjectHash} again` })) : b;
  const pairing = pairUnits(a, other);
  const [ofA, ofB] = [byKey(a), byKey(b)];
  const units = pairing.affected.map((unit): AffectedUnit => {
    const [one, two] = [ofA.get(unitKey(unit))!, ofB.get(unitKey(unit))!];
    return { ...unit, mode: two.mode, trials: { a: one.trial, b: two.trial } };
  });
  const isSkipped = ({ trials }: AffectedUnit) => trials.a.skip !== undefined || trials.b.skip !== undefined;
  const changed = new Set(pairing.changed.map(unitKey));
  return {
    affected: units.filter((unit) => !isSkipped(unit)),
    skipped: units.filter(isSkipped),
    pairing,
    all: b
      .filter(
        (unit) => ofA.has(unitKey(unit)) && !changed.has(unitKey(unit)) && unit.trial.skip === undefined,
      )
      .map(({ case: id, combination, mode, trial }) => ({ unit: { case: id, combination }, mode, trial })),
    cases: new Map([...a, ...b].map((unit) => [unit.case, { trial: unit.trial, hash: unit.caseHash }])),
  };
}

function unitsOf(trials: readonly PlannedTrial[], versions: AbVersions): PlannedUnit[] {
  return trials.map((trial) => ({
    ...{ case: trial.case.id, combination: combinationOf(trial, versions) },
    ...{ policy: trial.case.policy, cluster: trial.case.cluster },
    ...{ caseHash: caseHash(trial, versions), subjectHash: subjectHash(trial), outcomes: [] },
    ...{ trial, mode: modeOf(trial) },
  }));
}

function byKey(units: readonly PlannedUnit[]): Map<string, PlannedUnit> {
  return new Map(units.map((unit) => [unitKey(unit), unit]));
}

export function countUnits(units: readonly UnitId[]): { cases: number; units: number } {
  return { cases: countCases(units), units: units.length };
}
