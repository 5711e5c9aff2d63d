import type { FactVerdict } from "../../compact/index.ts";
import { wilson } from "../../compare/index.ts";
import type { SurvivalRate } from "./survival-view.ts";

/** A fact at one boundary, with the session that it is of. */
export interface Witness {
  session: string;
  verdict: FactVerdict;
}

/** The rate of facts that survive. Each fact of a session counts once, with its share of boundaries at which it is there. */
export function rateOf(witnesses: readonly Witness[]): SurvivalRate {
  const observed = witnesses.filter(({ verdict }) => verdict.survived !== null);
  const survived = countSurvived(observed);
  if (observed.length === 0) return { survived, marked: 0, rate: null, interval: null };
  const facts = [...Map.groupBy(observed, ({ session, verdict }) => `${session}\0${verdict.fact}`).values()];
  const sum = facts.reduce((total, own) => total + countSurvived(own) / own.length, 0);
  // Sums of shares such as 1/3 end a hair beside a whole number.
  const passes = Number(sum.toFixed(9));
  const interval = wilson({ passes, runs: facts.length });
  return { survived, marked: observed.length, rate: passes / facts.length, interval };
}

/** Rates of parts; what has no part, such as the depth of memory, is in none. */
export function ratesBy(
  witnesses: readonly Witness[],
  part: (verdict: FactVerdict) => string | null,
): Record<string, SurvivalRate> {
  const groups = Map.groupBy(witnesses, ({ verdict }) => part(verdict));
  const named = [...groups].filter((group): group is [string, Witness[]] => group[0] !== null);
  return Object.fromEntries(named.map(([name, own]) => [name, rateOf(own)]));
}

function countSurvived(witnesses: readonly Witness[]): number {
  return witnesses.filter(({ verdict }) => verdict.survived === true).length;
}
