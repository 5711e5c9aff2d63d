import type { Comparison, StopReason } from "./comparison.ts";
import { conclude, concludeEqual, concludeFew } from "./conclude.ts";
import { screen } from "./confirm.ts";
import { judgeLook, type View } from "./judge-look.ts";
import { confirmRuns, futile, type Rules, schedule } from "./rules.ts";
import { chanceToDecide } from "./statistics/index.ts";
import { areCopies, atLook, collapse, completedRuns, countCases, unitKey } from "./strata.ts";
import type { ComparisonState, UnitOutcomes } from "./types.ts";

/** What to do next: run every unit named until it has k attempts a side, or stop, for there is a verdict. */
export type Decision =
  | { kind: "more"; phase: "look" | "confirm"; units: UnitOutcomes[]; k: number }
  | { kind: "verdict"; comparison: Comparison };

/**
 * The whole comparison of sampled answers as a pure function of what was run so far, so that a runner, a resumed run and
 * a simulation decide alike. Looks come at fixed numbers of runs; runs beyond the last completed look are not looked
 * at. After the looks, units that did worse are confirmed on fresh runs. Fewer than ten affected cases go straight to
 * the confirmation.
 */
export function decide(rules: Rules, state: ComparisonState): Decision {
  const { units } = state;
  if (units.length === 0) return { kind: "verdict", comparison: concludeEqual() };
  if (countCases(units) < rules.fewCases) {
    const missing = unconfirmed(units, state);
    if (missing.length > 0 && !state.stopped) return more("confirm", missing, confirmRuns);
    return { kind: "verdict", comparison: concludeFew(rules, state) };
  }
  const look = rules.looks.findLast((runs) => runs <= completedRuns(units)) ?? 0;
  const next = rules.looks.find((runs) => runs > look);
  const view = viewAt(rules, units, look);
  const stop = state.stopped ? (stopReason(rules, view) ?? "stopped") : stopReason(rules, view);
  if (stop === null) return more("look", [...units], next!);
  const missing = unconfirmed(screen(view.units, rules), state);
  if (missing.length > 0 && !state.stopped) return more("confirm", missing, confirmRuns);
  return { kind: "verdict", comparison: conclude(rules, state, view, stop) };
}

function viewAt(rules: Rules, all: readonly UnitOutcomes[], look: number): View {
  const seen = look === 0 ? [] : atLook(all, look, rules);
  const copies = areCopies(seen);
  const units = copies ? collapse(seen) : seen;
  return { look, units, copies, result: judgeLook(units, rules, schedule(rules)) };
}

/** Why the looks end here; null when the next look is due. */
function stopReason(rules: Rules, { look, result, copies }: View): StopReason | null {
  if (look === 0) return null;
  if (!result) return "nothing-measured";
  const { verdict, pooled, unresolved } = result;
  const goalMet = verdict === "improved" || (verdict === "neutral" && rules.goal === "no-regression");
  if (verdict === "regressed" || (goalMet && unresolved.length === 0)) return "decided";
  const { z, lastLook } = schedule(rules);
  if (look === lastLook) return "last-look";
  if (copies) return "copies";
  const { diff, se, margin } = pooled;
  const chance = () => chanceToDecide({ diff, se, look, lastLook, z, margin });
  return verdict === "inconclusive" && chance() < futile ? "futile" : null;
}

/** Units that have not had all their fresh runs. */
function unconfirmed(units: readonly UnitOutcomes[], state: ComparisonState): UnitOutcomes[] {
  const attempts = new Map(
    state.confirmation.map((unit) => [unitKey(unit), Math.min(unit.a.length, unit.b.length)]),
  );
  return units.filter((unit) => (attempts.get(unitKey(unit)) ?? 0) < confirmRuns);
}

function more(phase: "look" | "confirm", units: UnitOutcomes[], k: number): Decision {
  return { kind: "more", phase, units, k };
}
