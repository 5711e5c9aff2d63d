const shown = 60;

/** A text in quotes on one line, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > shown ? `${text.slice(0, shown)}…` : text);
}

/** Several quoted texts. */
export function quoteAll(texts: readonly string[]): string {
  return texts.map(quote).join(", ");
}

/** `line 12`: where an offset of a text is, for a reader with an editor. */
export function lineAt(text: string, offset: number): string {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return `line ${line}`;
}
