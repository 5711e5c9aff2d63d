import { judgeExact } from "../exact.ts";
import { unitKey } from "../strata.ts";
import type { ScopeResult, Verdict } from "../types.ts";
import type { AffectedUnit, PairedSides } from "./pair-sides.ts";
import type { ExactRuns } from "./run-exact.ts";
import type { SampledRuns } from "./run-sampled.ts";
import type { AbCase, AbCombination, AbMode, AbVersions } from "./types.ts";

/** What was run, and what it came to, of each kind of answer. */
export interface Judged {
  exact: ExactRuns | null;
  sampled: SampledRuns | null;
  gained: readonly AbCase[];
}

/** The verdict within each combination, deterministic and sampled answers apart; in the order of the corpus. */
export function combinationsOf(sides: PairedSides, judged: Judged, versions: AbVersions): AbCombination[] {
  const affected = new Map(sides.affected.map((unit) => [unitKey(unit), unit]));
  const modes = new Map<string, AbMode>(sides.affected.map((unit) => [unitKey(unit), unit.mode]));
  const groups = Map.groupBy(sides.all, ({ unit, mode }) =>
    JSON.stringify([unit.combination, modes.get(unitKey(unit)) ?? mode]),
  );
  return [...groups.values()].map((group) => {
    const { unit, trial } = group[0]!;
    const own = group.flatMap((one) => affected.get(unitKey(one.unit)) ?? []);
    const mode = own[0]?.mode ?? group[0]!.mode;
    const { stack, variant, profile, model } = trial.assembly;
    const { a, b } = versions;
    return {
      ...{ id: unit.combination, stack, profile, model, mode },
      variant: a.variant === b.variant ? variant : `${a.variant} -> ${b.variant}`,
      answer: group.find((one) => one.trial.answer !== null)?.trial.answer ?? "",
      ...{ affected: own.length, of: group.length },
      ...(mode === "exact"
        ? exactPart(unit.combination, judged)
        : sampledPart(unit.combination, own, judged)),
    };
  });
}

type Part = Pick<AbCombination, "verdict" | "lost" | "harderToFind" | "gained" | "unmeasured" | "scope">;

function exactPart(combination: string, { exact }: Judged): Part {
  const own =
    exact?.runs.map(({ outcome }) => outcome).filter((one) => one.combination === combination) ?? [];
  const { verdict, lost, harderToFind, gained, unmeasured } = judgeExact(own);
  return {
    ...{ verdict, lost: lost.length, harderToFind: harderToFind.length, gained: gained.length, scope: null },
    unmeasured: unmeasured.a + unmeasured.b,
  };
}

function sampledPart(combination: string, units: readonly AffectedUnit[], { sampled, gained }: Judged): Part {
  const none = { lost: 0, harderToFind: 0, gained: 0, unmeasured: 0, scope: null };
  if (sampled === null || units.length === 0) return { ...none, verdict: "neutral" };
  const { comparison, state } = sampled;
  const lost = comparison.confirmation.confirmed.filter((one) => one.combination === combination).length;
  const runs = [...state.units, ...state.confirmation].filter((one) => one.combination === combination);
  const missing = runs.flatMap(({ a, b }) => [...a, ...b]).filter((outcome) => outcome === null).length;
  const scope = scopeOf(combination, sampled);
  return {
    ...{ ...none, lost, unmeasured: missing, scope },
    gained: gained.filter(
      ({ mode, combinations }) => mode === "sampled" && combinations.includes(combination),
    ).length,
    verdict: scope?.verdict ?? fewVerdict(lost, comparison.verdict),
  };
}

/** With one combination alone, all units together are it. */
function scopeOf(combination: string, { comparison, state }: SampledRuns): ScopeResult | null {
  const { result } = comparison;
  if (result === null) return null;
  const found = result.combinations.find((scope) => scope.combination === combination);
  if (found !== undefined) return found;
  return new Set(state.units.map((unit) => unit.combination)).size === 1
    ? { ...result.pooled, combination }
    : null;
}

/** Without an interval: a confirmed loss of its own, or whatever doubt there is of all. */
function fewVerdict(lost: number, verdict: Verdict): Verdict {
  if (lost > 0) return "regressed";
  return verdict === "inconclusive" ? "inconclusive" : "neutral";
}
