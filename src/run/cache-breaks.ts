import type { Assembly } from "../assemble/index.ts";
import type { Stack } from "../load/index.ts";

/**
 * Where the cached tiers of a system text end: UTF-16 offsets, ascending. A tier reaches to the first byte of the next
 * one, so that a separator belongs to the tier before it and the pieces joined are the text again.
 */
export function cacheBreaks({ text, layers }: Assembly, { tiers }: Pick<Stack, "tiers">): number[] {
  const system = layers.filter(({ channel }) => channel === "system");
  const cached = new Set(tiers.flatMap(({ id, cached: inPrefix }) => (inPrefix ? [id] : [])));
  const ends = system.flatMap((layer, i) => {
    const next = system[i + 1];
    if (!cached.has(layer.tier) || next?.tier === layer.tier) return [];
    return [next?.start ?? Infinity];
  });
  const bytes = Buffer.from(text, "utf8");
  const offsets = ends.map((end) => (end === Infinity ? text.length : bytes.toString("utf8", 0, end).length));
  return [...new Set(offsets)].filter((offset) => offset > 0);
}
