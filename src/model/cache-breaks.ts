import { byteLength } from "../util/index.ts";

/** Providers cache no prefix shorter than this, unless models.yaml says otherwise. Tokens. */
const defaultCacheMinimum = 1024;

/** Anthropic's limit for one request. */
export const mostBreakpoints = 4;

/** A piece of the system text, and whether a cached prefix ends with it. */
export interface SystemPiece {
  text: string;
  cached: boolean;
}

/**
 * Cuts a system text at its tier ends. Joined, the pieces are the text again, byte for byte. Of more than four ends the
 * first three and the last are kept: the earlier a prefix ends, the more prompts share it. An end before `minimum`
 * tokens is no end: the provider would not cache there, and it would use up one of the four. `before` is what stands
 * before the text in the request (the tools), in bytes.
 */
export function cutSystem(
  system: string,
  breaks: readonly number[],
  { minimum = defaultCacheMinimum, before = 0 } = {},
): SystemPiece[] {
  // A blank block is refused: white space at the end belongs to the last piece, and elsewhere to the next one.
  const toEnd = (end: number): number => (system.slice(end).trim() === "" ? system.length : end);
  const given = breaks.filter((end) => end > 0 && end <= system.length).map(toEnd);
  const ends = [...new Set(given)]
    .toSorted((a, b) => a - b)
    .filter((end, i, all) => system.slice(all[i - 1] ?? 0, end).trim() !== "")
    .filter((end) => tokensAtMost(system.slice(0, end), before) >= minimum);
  const kept = ends.length <= mostBreakpoints ? ends : [...ends.slice(0, mostBreakpoints - 1), ends.at(-1)!];
  const pieces: SystemPiece[] = [];
  let start = 0;
  for (const end of kept) {
    pieces.push({ text: system.slice(start, end), cached: true });
    start = end;
  }
  if (start < system.length) pieces.push({ text: system.slice(start), cached: false });
  return pieces;
}

/** A generous estimate: a mark that the provider ignores costs nothing, one that is missing costs the cache. */
function tokensAtMost(text: string, before: number): number {
  return Math.ceil((byteLength(text) + before) / 2);
}
