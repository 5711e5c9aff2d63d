import { findWhole, spanAt } from "./find-text.ts";
import { normalise } from "./normalise.ts";

/** What is looked for. */
export interface Wanted {
  value: string;
  aliases: readonly string[];
}

/** How closely a text says a value. */
export interface ValueMatch {
  level: "kept_exact" | "kept_normalised" | "paraphrased";
  span: string;
}

/** A text that is looked through for many facts; it is normalised once, when that is first needed. */
export interface SearchText {
  text: string;
  normal(): string;
}

export function searchText(text: string): SearchText {
  let normal: string | undefined;
  return { text, normal: () => (normal ??= normalise(text)) };
}

/** How closely a text says a value: word for word, but for form, by another name, or not at all. */
export function matchValue(searched: SearchText, { value, aliases }: Wanted): ValueMatch | null {
  const { text } = searched;
  const exact = findWhole(text, value);
  if (exact !== -1) return { level: "kept_exact", span: spanAt(text, exact, value.length) };
  const wanted = normalise(value);
  const like = findWhole(searched.normal(), wanted);
  if (like !== -1) return { level: "kept_normalised", span: spanAt(searched.normal(), like, wanted.length) };
  for (const alias of aliases) {
    const found = findAlias(searched, alias);
    if (found !== null) return { level: "paraphrased", span: found };
  }
  return null;
}

const patterns = new Map<string, RegExp | null>();

/** An alias between slashes is a regular expression; any other is looked for as it would be after normalisation. */
export function findAlias(searched: SearchText, alias: string): string | null {
  const pattern = patternOf(alias);
  if (pattern === null) {
    const wanted = normalise(alias);
    const at = findWhole(searched.normal(), wanted);
    return at === -1 ? null : spanAt(searched.normal(), at, wanted.length);
  }
  const match = pattern.exec(searched.text);
  return match === null ? null : spanAt(searched.text, match.index, match[0].length);
}

function patternOf(alias: string): RegExp | null {
  let pattern = patterns.get(alias);
  if (pattern === undefined) {
    const source = /^\/(.+)\/$/s.exec(alias)?.[1];
    patterns.set(alias, (pattern = source === undefined ? null : new RegExp(source, "iu")));
  }
  return pattern;
}
