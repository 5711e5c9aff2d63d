import { holm, type Threshold } from "./statistics/index.ts";
import { judgeScope } from "./judge-scope.ts";
import type { Rules } from "./rules.ts";
import { combinationsOf, toStrata } from "./strata.ts";
import type { ScopeResult, UnitOutcomes, Verdict } from "./types.ts";

/** Everything compared at one look: all units together, and each combination by itself. */
export interface LookResult {
  pooled: ScopeResult;
  /** Empty when there is one combination only: it is the pooled result. */
  combinations: ScopeResult[];
  /** Combinations that B is shown to help and to hurt, each direction by Holm. */
  helps: string[];
  hurts: string[];
  /** Combinations in which a drop of twice the margin is not ruled out. */
  unresolved: string[];
  verdict: Verdict;
}

/** What is looked at: the units as they stood at a look, and how they are judged. */
export interface View {
  look: number;
  units: UnitOutcomes[];
  copies: boolean;
  result: LookResult | null;
}

/**
 * Judges a look; null when no unit was measured on both sides. The pooled family and the family of the combinations
 * (Holm) have a level each. A combination regresses when B is shown worse in it and a drop of twice the margin is not
 * ruled out.
 */
export function judgeLook(
  units: readonly UnitOutcomes[],
  rules: Rules,
  threshold: Threshold,
): LookResult | null {
  const strata = toStrata(units);
  if (strata.length === 0) return null;
  const { measure, margin } = rules;
  const pooled = judgeScope(strata, { ...threshold, margin, measure, combination: null });
  const names = combinationsOf(strata.map(({ unit }) => unit));
  const scopes = names.length < 2 ? [] : names;
  const combinations = scopes.map((combination) => {
    const own = strata.filter(({ unit }) => unit.combination === combination);
    return judgeScope(own, { ...threshold, margin: 2 * margin, measure, combination });
  });
  const shown = (p: (scope: ScopeResult) => number) => {
    const adjusted = holm(combinations.map(p));
    return scopes.filter((_, i) => adjusted[i]! <= threshold.alpha);
  };
  const hurts = shown((scope) => scope.midPWorse);
  const unresolved = scopes.filter((_, i) => combinations[i]!.lower < -2 * margin);
  // A combination's own verdict is the one of its family; alone it would be tested without Holm.
  const helps = shown((scope) => scope.midPBetter);
  const inFamily = combinations.map((scope): ScopeResult => {
    return { ...scope, verdict: familyVerdict(scope.combination!, { helps, hurts, unresolved }) };
  });
  const regressed = inFamily.some((scope) => scope.verdict === "regressed");
  const verdict = regressed ? "regressed" : pooled.verdict;
  return { pooled, combinations: inFamily, helps, hurts, unresolved, verdict };
}

function familyVerdict(name: string, shown: Pick<LookResult, "helps" | "hurts" | "unresolved">): Verdict {
  if (shown.helps.includes(name)) return "improved";
  if (!shown.unresolved.includes(name)) return "neutral";
  return shown.hurts.includes(name) ? "regressed" : "inconclusive";
}
