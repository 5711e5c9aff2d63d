/** The lines of a text that a pattern matches, with what it matched first; the pattern must not be global. */
export function* matchingLines(
  lines: readonly string[],
  firstLine: number,
  pattern: RegExp,
): Generator<{ line: number; match: string }> {
  for (let i = 0; i < lines.length; i++) {
    const match = pattern.exec(lines[i]!);
    if (match !== null) yield { line: firstLine + i, match: shorten(match[0]) };
  }
}

/** At most 60 characters on one line, for messages. */
export function shorten(text: string, max = 60): string {
  const line = text
    .slice(0, max * 4)
    .replaceAll(/¤+/g, "…")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}
