import { isQuoteHeader } from "./history/index.ts";
import type { Compaction } from "../load/index.ts";

/**
 * Whether a sentence of a summary is what the stack, or with `own` the strategy, puts around and into it: nobody claims
 * that. A stack's mark for what it left out says how many characters that were.
 */
export function frameOf(
  { summary, prune }: Pick<Compaction, "summary" | "prune">,
  own = "",
): (sentence: string) => boolean {
  const frame = [summary.prefix, summary.suffix, summary.truncated, own, prune?.marker ?? ""].join("\n");
  return (sentence) =>
    frame.includes(sentence) ||
    frame.includes(sentence.replace(/\d+/, "{{chars}}")) ||
    isQuoteHeader(sentence);
}
