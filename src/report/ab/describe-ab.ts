import type { AbResult } from "../../compare/index.ts";

/** Calls and dollars; nothing where nobody was called. */
export function describeCost({ calls, usd }: AbResult["cost"]): string[] {
  if (calls === 0 && (usd ?? 0) === 0) return [];
  const cost = usd === null ? "cost n/a" : `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
  return [`${calls} ${calls === 1 ? "call" : "calls"}`, cost];
}

/** What the embedded model can and cannot tell is said wherever its answers are shown. */
export function answeredByReader({ combinations }: Pick<AbResult, "combinations">): boolean {
  return combinations.some(({ affected, answer }) => affected > 0 && answer.startsWith("reader:"));
}
