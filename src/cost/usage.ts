import type { Usage } from "./types.ts";

export const noUsage: Usage = { input: 0, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0 };

/** Tokens of two calls together. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheRead: a.cacheRead + b.cacheRead,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  };
}

/** All tokens that went in, from a cache or not. */
export function inputTokens({ input, cacheWrite, cacheRead }: Usage): number {
  return input + cacheWrite + cacheRead;
}
