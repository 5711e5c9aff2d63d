import type { PlannedTrial, Rounds, Trial } from "../../run/index.ts";
import { type ExactResult, type ExactUnit, judgeExact } from "../exact.ts";
import type { Outcome } from "../types.ts";
import { excuseReader } from "./excuse-reader.ts";
import type { AffectedUnit } from "./pair-sides.ts";

/** A deterministic unit with what was run of it. */
export interface ExactRun {
  unit: AffectedUnit;
  outcome: ExactUnit;
  rows: { a: Trial | undefined; b: Trial | undefined };
}

export interface ExactRuns {
  runs: ExactRun[];
  result: ExactResult;
}

/** Runs both versions of units whose answers never vary, once each, and judges them one by one. */
export async function runExact(
  rounds: Rounds,
  units: readonly AffectedUnit[],
  quarantined: ReadonlyMap<string, string>,
): Promise<ExactRuns> {
  const rows = await rounds.run(units.flatMap(({ trials }) => [trials.a, trials.b]));
  const runs: ExactRun[] = [];
  for (const unit of units) {
    const [a, b] = [rows.get(unit.trials.a), rows.get(unit.trials.b)];
    const [was, is] = [exactOutcome(a), exactOutcome(b)];
    const onText = was === 1 && is === 0 ? await excuse(unit.trials.b, b!, rounds) : undefined;
    const { case: id, combination, policy } = unit;
    const outcome = {
      case: id,
      combination,
      policy,
      quarantined: quarantined.has(id),
      a: was,
      b: is,
      onText,
    };
    runs.push({ unit, outcome, rows: { a, b } });
  }
  return { runs, result: judgeExact(runs.map(({ outcome }) => outcome)) };
}

function excuse(trial: PlannedTrial, row: Trial, { plan }: Rounds) {
  return excuseReader(trial, row, plan.allow);
}

function exactOutcome(row: Trial | undefined): 0 | 1 | null {
  return outcomeOf(row) as 0 | 1 | null;
}

/** Passed or failed; anything else is unmeasured. */
export function outcomeOf(row: Trial | undefined): Outcome {
  return row?.status === "passed" ? 1 : row?.status === "failed" ? 0 : null;
}
