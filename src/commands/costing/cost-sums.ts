import type { Cost } from "./cost-of.ts";

/** Tokens of everything before the conversation. */
export function totalOf({ prompt }: Pick<Cost, "prompt">): number {
  return prompt.segments.reduce((sum, { tokens }) => sum + tokens, 0);
}

export function toolTokensOf({ prompt }: Pick<Cost, "prompt">): number {
  return prompt.segments.find(({ layer }) => layer === null)?.tokens ?? 0;
}

/** Tokens and US dollars of one session by tier, in the stack's order; the dollars are null without a price. */
export function tiersOf({
  combination,
  prompt,
  asIs,
}: Cost): { tier: string; tokens: number; usd: number | null }[] {
  return combination.stack.tiers.map(({ id }) => {
    const own = prompt.segments.flatMap(({ tier, tokens }, i) =>
      tier === id ? [{ tokens, usd: asIs.segments[i]! }] : [],
    );
    const tokens = own.reduce((sum, segment) => sum + segment.tokens, 0);
    const usd = asIs.usd === null ? null : own.reduce((sum, segment) => sum + segment.usd!, 0);
    return { tier: id, tokens, usd };
  });
}
