import {
  type Comparison,
  decide,
  defaultRules,
  type Random,
  type Rules,
  seededRandom,
  type UnitOutcomes,
} from "../../src/compare/index.ts";
import { drawWorld, shiftWorld, type WorldName } from "./gate-worlds.ts";

/** One situation of the simulation: a world, its size, and what B changes in each combination. */
export interface Situation {
  world: WorldName;
  cases: number;
  /** The change of the pass rate in each combination, -1..1; the worlds of combinations are independent. */
  changes: readonly number[];
  rules?: Partial<Rules>;
  /** Runs of A that a cached baseline has. */
  cachedRuns?: number | undefined;
  /** The first case of every combination passes with these chances instead, and is named "first". */
  first?: { a: number; b: number };
  /** So many cases of every combination that pass 98% of their runs or more must pass. */
  mustPass?: number;
}

/** What one run through the gate ended with. */
export interface Played {
  comparison: Comparison;
  units: UnitOutcomes[];
}

/** One run through the whole gate of `decide`, with cases that pass by chance in place of a model. */
function simulate(situation: Situation, random: Random): Played {
  const { rules, units, chances } = prepare(situation, random);
  const confirmation = new Map<string, UnitOutcomes>();
  for (;;) {
    const state = { units: [...units.values()], confirmation: [...confirmation.values()] };
    const decision = decide(rules, state);
    if (decision.kind === "verdict") return { comparison: decision.comparison, units: state.units };
    const target = decision.phase === "look" ? units : confirmation;
    for (const asked of decision.units) {
      const key = keyOf(asked);
      const unit = target.get(key) ?? { ...asked, a: [], b: [] };
      const { a, b } = chances.get(key)!;
      const more = { a: extend(unit.a, decision.k, a, random), b: extend(unit.b, decision.k, b, random) };
      target.set(key, { ...unit, ...more });
    }
  }
}

/** The tables were made without the confirmation of single cases, and with margins for any number of cases. */
function prepare(situation: Situation, random: Random) {
  const { world, cases, changes, cachedRuns, first, mustPass = 0 } = situation;
  const rules: Rules = {
    ...{ ...defaultRules, fewCases: 0, confirm: "none", ...situation.rules },
    cachedBaseline: cachedRuns !== undefined,
  };
  const units = new Map<string, UnitOutcomes>();
  const chances = new Map<string, { a: number; b: number }>();
  changes.forEach((change, c) => {
    const before = drawWorld(world, cases, random);
    const after = shiftWorld(before, change, random);
    let left = mustPass;
    before.forEach((p, i) => {
      const chance = i === 0 && first ? first : { a: p, b: after[i]! };
      const unit = { case: i === 0 && first ? "first" : String(i), combination: String(c) };
      const policy = p >= 0.98 && left-- > 0 ? ("must-pass" as const) : undefined;
      units.set(keyOf(unit), { ...unit, policy, a: extend([], cachedRuns ?? 0, chance.a, random), b: [] });
      chances.set(keyOf(unit), chance);
    });
  });
  return { rules, units, chances };
}

function keyOf({ case: id, combination }: { case: string; combination: string }): string {
  return `${combination}/${id}`;
}

function extend(runs: UnitOutcomes["a"], k: number, chance: number, random: Random): UnitOutcomes["a"] {
  const more = Math.max(0, k - runs.length);
  return [...runs, ...Array.from({ length: more }, () => (random() < chance ? 1 : 0))];
}

/**
 * Plays a situation `runs` times and keeps what `read` takes from each; from a seed of its own, so that no situation
 * depends on another.
 */
export function simulateMany<T>(situation: Situation, runs: number, read: (played: Played) => T): T[] {
  const random = seededRandom(JSON.stringify(situation));
  return Array.from({ length: runs }, () => read(simulate(situation, random)));
}
