import type { Cost } from "./cost-of.ts";
import { tiersOf, toolTokensOf, totalOf } from "./cost-sums.ts";

/** A combination's cost as one JSON object; amounts are US dollars, null where the price is not known. */
export function costToJson(cost: Cost, lines: number | undefined): object {
  const { combination, assembly, prompt, asIs, stable, rules, against } = cost;
  const { stack, variant, profile, model, scenario, recipeHash } = assembly;
  const { tokenizer, tokenizerIsVendors } = combination.model;
  return {
    ...{ stack, variant, profile, model, scenario, recipeHash, cache: rules },
    tokens: {
      ...{ tokenizer, estimate: !tokenizerIsVendors, total: totalOf(cost), tools: toolTokensOf(cost) },
      ...{ around: prompt.around, acrossSessions: prompt.acrossSessions },
      tiers: Object.fromEntries(tiersOf(cost).map(({ tier, tokens }) => [tier, tokens])),
    },
    layers: prompt.segments.map(({ layer, tier, tokens, changes }, i) => ({
      ...{ layer, tier, tokens, changes, usdPer1000Sessions: per1000(asIs.segments[i]!) },
    })),
    session: { asIs: sessionOf(asIs), stable: sessionOf(stable) },
    ...(against === undefined ? {} : { against: costToJson(against, undefined) }),
    ...(lines === undefined
      ? {}
      : {
          lines: dearest(cost, lines).map(({ usd, ...line }) => ({
            ...line,
            usdPer1000Sessions: per1000(usd),
          })),
        }),
  };
}

function sessionOf({ usd, usage }: Cost["asIs"]): object {
  return { usd, usdPer1000Sessions: per1000(usd), usage };
}

/** The dearest lines first; without a price those with most tokens. */
export function dearest(cost: Cost, most: number): ReturnType<Cost["lines"]> {
  return cost
    .lines()
    .toSorted((a, b) => (b.usd ?? 0) - (a.usd ?? 0) || b.tokens - a.tokens)
    .slice(0, most);
}

export function per1000(usd: number | null): number | null {
  return usd === null ? null : usd * 1000;
}
