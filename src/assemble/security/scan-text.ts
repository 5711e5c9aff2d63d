import { invisibleIds, stripBom } from "./invisible.ts";
import { patternsIn, type ScanScope } from "./threat-patterns.ts";

export interface ScanOptions {
  scope: ScanScope;
  /** How many characters (code points) from the start are looked at. */
  window?: number;
}

export interface Scan {
  /** What was found, each id once: invisible characters first, then threats in the order of their table. */
  ids: string[];
  /** Characters (code points) after the window: nobody looked at them. */
  unscanned: number;
}

const defaultWindow = 65_536;

/**
 * Looks for invisible characters and threats. One leading byte order mark is neither a finding nor counted; to take
 * it out as well, see `stripBom`. The text is compared in NFKC, which folds fullwidth letters but not look-alikes of
 * other scripts.
 */
export function scanText(text: string, { scope, window = defaultWindow }: ScanOptions): Scan {
  const whole = stripBom(text);
  const end = offsetAfter(whole, window);
  const seen = whole.slice(0, end);
  const folded = seen.normalize("NFKC");
  const threats = patternsIn(scope).filter(({ pattern }) => pattern.test(folded));
  const ids = new Set([...invisibleIds(seen), ...threats.map(({ id }) => id)]);
  return { ids: [...ids], unscanned: countCharacters(whole.slice(end)) };
}

/** The UTF-16 offset after so many code points, or the end of the text. */
function offsetAfter(text: string, characters: number): number {
  // No text has more code points than UTF-16 units.
  if (text.length <= characters) return text.length;
  let offset = 0;
  for (let i = 0; i < characters && offset < text.length; i++)
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  return offset;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
