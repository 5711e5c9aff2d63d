import type { Trial } from "../../run/index.ts";
import { casesWorthALook } from "../confirm.ts";
import type { ExactUnit } from "../exact.ts";
import type { Rules } from "../rules.ts";
import { schedule } from "../rules.ts";
import { unitKey } from "../strata.ts";
import type { UnitChange } from "../types.ts";
import type { ExactRun } from "./run-exact.ts";
import type { SampledRuns, SampledUnit } from "./run-sampled.ts";
import type { AbAnswer, AbCase } from "./types.ts";

/** Exact units of a list as cases; combinations in which both versions said the same stand together. */
export function exactCases(
  list: readonly ExactUnit[],
  runs: readonly ExactRun[],
  quarantined: ReadonlyMap<string, string>,
): AbCase[] {
  const byKey = new Map(runs.map((run) => [unitKey(run.outcome), run]));
  const cases = list.map((unit): AbCase => {
    const { rows } = byKey.get(unitKey(unit))!;
    return {
      ...{ case: unit.case, combinations: [unit.combination], mode: "exact" },
      ...{ policy: unit.policy ?? null, quarantined: quarantined.get(unit.case) ?? null },
      ...{ a: answerOf(rows.a), b: answerOf(rows.b), runs: null },
    };
  });
  const alike = Map.groupBy(cases, ({ case: id, a, b }) => JSON.stringify([id, a, b]));
  return [...alike.values()].map((group) => ({
    ...group[0]!,
    combinations: group.flatMap(({ combinations }) => combinations),
  }));
}

/** Confirmed losses of sampled units, and gains by the measure of the list of cases worth a look. */
export function sampledCases(
  sampled: SampledRuns,
  units: readonly SampledUnit[],
  rules: Rules,
): { lost: AbCase[]; gained: AbCase[] } {
  const { comparison, state, rows } = sampled;
  const byKey = new Map(units.map((unit) => [unitKey(unit), unit]));
  const { lastLook } = schedule(rules);
  const list = (changes: readonly UnitChange[], from: number, a: "passed" | "failed"): AbCase[] =>
    changes.map(({ case: id, combination, policy, ...runs }) => {
      const unit = byKey.get(unitKey({ case: id, combination }))!;
      const pick = (side: "a" | "b", status: string) => {
        const own = unit.runs[side].slice(from).flatMap((trial) => rows.get(trial) ?? []);
        return answerOf(own.find((row) => row.status === status) ?? own[0]);
      };
      const b = a === "passed" ? "failed" : "passed";
      return {
        ...{
          case: id,
          combinations: [combination],
          mode: "sampled",
          policy: policy ?? null,
          quarantined: null,
        },
        ...{ a: pick("a", a), b: pick("b", b), runs },
      };
    });
  const swapped = state.units.map((unit) => ({ ...unit, a: unit.b, b: unit.a }));
  const better = comparison.result === null ? [] : casesWorthALook(swapped, rules.measure);
  const back = better.map((one) => ({
    ...one,
    ...{ passesA: one.passesB, runsA: one.runsB, passesB: one.passesA, runsB: one.runsA },
  }));
  return {
    lost: list(comparison.confirmation.confirmed, lastLook, "passed"),
    gained: list(back, 0, "failed"),
  };
}

function answerOf(row: Trial | undefined): AbAnswer {
  if (row === undefined) return { status: "unmeasured", reason: "it was not run", output: null };
  const { status, reason, output } = row;
  return { status, reason, output };
}
