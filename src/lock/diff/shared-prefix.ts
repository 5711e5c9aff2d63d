import { cachedPrefix } from "../../assemble/index.ts";
import { commonBytes } from "../../util/index.ts";
import type { Assembled } from "./diff-assemblies.ts";

/** What becomes of the prefix that a provider's prompt cache holds. All sizes are bytes of the system text. */
export interface PrefixChange {
  /** How much of the cached prefix stays equal from the start. */
  bytes: number;
  /** Size of the cached prefix on each side: up to the end of the last layer of a cached tier. */
  before: number;
  after: number;
  /** The layer in which it breaks, at byte `bytes`; null when the prefixes are equal. */
  layer: string | null;
}

/** Compares the cached prefixes of two assemblies. */
export function sharedPrefix(before: Assembled, after: Assembled): PrefixChange {
  const [a, b] = [cachedPrefix(before.assembly, before.stack), cachedPrefix(after.assembly, after.stack)];
  const bytes = commonBytes(a, b);
  const sizes = { bytes, before: a.length, after: b.length };
  if (bytes === a.length && bytes === b.length) return { ...sizes, layer: null };
  // A layer that went at the very end has its place on the first side alone.
  const side = bytes < b.length ? after : before;
  const broken = side.assembly.layers.find(({ channel, end }) => channel === "system" && end > bytes);
  return { ...sizes, layer: broken?.id ?? null };
}
