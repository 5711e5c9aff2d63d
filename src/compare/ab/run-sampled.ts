import type { PlannedTrial, Rounds, Side, Trial } from "../../run/index.ts";
import type { Comparison } from "../comparison.ts";
import { type Decision, decide } from "../decide.ts";
import { confirmRuns, type Rules, schedule } from "../rules.ts";
import { type Random, seededRandom } from "../statistics/index.ts";
import { unitKey } from "../strata.ts";
import type { ComparisonState, UnitOutcomes } from "../types.ts";
import type { AffectedUnit } from "./pair-sides.ts";
import { recheckBaseline } from "./recheck-baseline.ts";
import { outcomeOf } from "./run-exact.ts";
import type { StoredBaseline } from "./stored-baseline.ts";
import type { AbBaseline } from "./types.ts";

/** A unit with all the runs that it may need: those of the looks, then the fresh ones that confirm. */
export interface SampledUnit extends AffectedUnit {
  runs: Record<Side, PlannedTrial[]>;
}

export interface SampledRuns {
  comparison: Comparison;
  /** As they stood in the end. */
  state: ComparisonState;
  rows: ReadonlyMap<PlannedTrial, Trial>;
  /** By which it was judged. */
  rules: Rules;
  baseline?: AbBaseline | undefined;
}

/** Runs that a unit may need on each side. */
export function runsPerSide(rules: Rules): number {
  return schedule(rules).lastLook + confirmRuns;
}

/**
 * Runs rounds until the rules have a verdict, a limit is reached or the user interrupts. In a round every unit has one
 * run of A and one of B next to each other, units and sides in an order drawn from the seed. With a stored baseline A is
 * run only where that has no run, and to confirm.
 */
export async function runSampled(
  rounds: Rounds,
  units: readonly SampledUnit[],
  given: { rules: Rules; seed: number; baseline?: StoredBaseline | undefined },
): Promise<SampledRuns> {
  const { seed } = given;
  const stored = given.baseline && (await recheckBaseline(rounds, units, given.baseline, given));
  const rules = { ...given.rules, cachedBaseline: stored?.use.dropped === false };
  const rows = new Map<PlannedTrial, Trial>(stored?.rows);
  const byKey = new Map(units.map((unit) => [unitKey(unit), unit]));
  let cut = false;
  for (;;) {
    const state = { ...stateOf(units, rows, rules), stopped: cut || rounds.interrupted() };
    const decision = decide(rules, state);
    if (decision.kind === "verdict") {
      return { comparison: decision.comparison, state, rows, rules, baseline: stored?.use };
    }
    const wanted = decision.units.map((unit) => byKey.get(unitKey(unit))!);
    const trials = inRounds(wanted, { ...decision, rules, seed }).filter((trial) => !rows.has(trial));
    const done = await rounds.run(trials);
    for (const [trial, row] of done) rows.set(trial, row);
    // Whatever stopped them would stop them again.
    cut = trials.some((trial) => !rows.has(trial));
  }
}

interface RoundChoice extends Pick<Extract<Decision, { kind: "more" }>, "phase" | "k"> {
  rules: Rules;
  seed: number;
}

/** The trials of a unit up to its k-th run, round by round. */
function inRounds(units: readonly SampledUnit[], { phase, k, rules, seed }: RoundChoice): PlannedTrial[] {
  const { lastLook } = schedule(rules);
  const first = phase === "look" ? 0 : lastLook;
  return Array.from({ length: k }, (_, i) => first + i).flatMap((run) => {
    const random = seededRandom(`${seed} ${run}`);
    return shuffled(units, random).flatMap(({ runs: { a, b } }) =>
      random() < 0.5 ? [a[run]!, b[run]!] : [b[run]!, a[run]!],
    );
  });
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  for (let i = left.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  return left;
}

function stateOf(
  units: readonly SampledUnit[],
  rows: ReadonlyMap<PlannedTrial, Trial>,
  rules: Rules,
): Pick<ComparisonState, "units" | "confirmation"> {
  const { lastLook } = schedule(rules);
  const part = (unit: SampledUnit, from: number, to?: number): UnitOutcomes => {
    const a = known(unit.runs.a.slice(from, to), rows);
    const b = known(unit.runs.b.slice(from, to), rows);
    const { case: id, combination, policy, cluster } = unit;
    return {
      ...{ case: id, combination, policy, cluster, a: a.map(outcomeOf), b: b.map(outcomeOf) },
      copies: isCopy(a) && isCopy(b),
    };
  };
  return {
    units: units.map((unit) => part(unit, 0, lastLook)),
    confirmation: units.map((unit) => part(unit, lastLook)).filter(({ a, b }) => a.length + b.length > 0),
  };
}

/** Runs in their order, up to the first that was not made. */
function known(trials: readonly PlannedTrial[], rows: ReadonlyMap<PlannedTrial, Trial>): Trial[] {
  const end = trials.findIndex((trial) => !rows.has(trial));
  return trials.slice(0, end < 0 ? undefined : end).map((trial) => rows.get(trial)!);
}

function isCopy(rows: readonly Trial[]): boolean {
  const answers = new Set(rows.flatMap(({ output }) => output ?? []));
  return rows.length > 0 && answers.size === 1;
}
