/**
 * The lines of a text that one of the patterns matches, each once, with what was matched first. The patterns must be
 * neither global nor bound to the start or end of a line.
 */
export function* matchingLines(
  lines: readonly string[],
  firstLine: number,
  patterns: readonly RegExp[],
): Generator<{ line: number; match: string }> {
  const whole = lines.join("\n");
  const seen = new Set<number>();
  // Most patterns match nowhere, which one look at the whole tells.
  for (const pattern of patterns.filter((one) => one.test(whole))) {
    for (let i = 0; i < lines.length; i++) {
      const match = seen.has(i) ? null : pattern.exec(lines[i]!);
      if (match === null) continue;
      seen.add(i);
      yield { line: firstLine + i, match: shorten(match[0]) };
    }
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
