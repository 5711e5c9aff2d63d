/** A `{{name}}` in a text. */
export interface Placeholder {
  name: string;
  /** Offset of its first brace. */
  at: number;
}

const pattern = /\{\{([A-Za-z_][\w-]*)\}\}/g;

/** All `{{name}}` in a text, and the offset of any `{{` that is not one. */
export function findPlaceholders(text: string): { placeholders: Placeholder[]; strayAt: number | null } {
  const placeholders = [...text.matchAll(pattern)].map((match) => ({ name: match[1]!, at: match.index }));
  const starts = new Set(placeholders.map((placeholder) => placeholder.at));
  let stray = text.indexOf("{{");
  while (stray >= 0 && starts.has(stray)) stray = text.indexOf("{{", stray + 2);
  return { placeholders, strayAt: stray < 0 ? null : stray };
}

/** Fills every `{{name}}` in once; a value is never looked at again. Names without a value stay as they are. */
export function fillPlaceholders(text: string, value: (name: string) => string | undefined): string {
  return text.replaceAll(pattern, (whole, name: string) => value(name) ?? whole);
}
