import type { Usage } from "../../cost/index.ts";

/** OpenAI counts cached tokens, read and written, within its input tokens. */
export function splitInput(
  input: number,
  read: number | null = 0,
  written: number | null = 0,
): Pick<Usage, "input" | "cacheWrite" | "cacheRead"> {
  const cacheRead = Math.min(read ?? 0, input);
  const cacheWrite = Math.min(written ?? 0, input - cacheRead);
  return { input: input - cacheRead - cacheWrite, cacheWrite, cacheRead };
}
