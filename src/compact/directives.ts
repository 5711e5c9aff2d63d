/**
 * The sections of a text with a heading, each up to the next heading of its level or above; null where there is none.
 * A line in a code fence is no heading.
 */
export function findSections(text: string, heading: string): string | null {
  const wanted = heading.trim();
  const found: string[][] = [];
  let open: string[] | null = null;
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || (mark[0] === fence[0] && mark.length >= fence.length))) {
      fence = fence === null ? mark : null;
    }
    const level = fence === null && mark === undefined ? levelOf(line) : 0;
    if (level > 0 && (open === null || level <= levelOf(wanted))) {
      open = line.trim() === wanted ? [] : null;
      if (open !== null) found.push(open);
    }
    open?.push(line);
  }
  return found.length === 0 ? null : found.map((lines) => lines.join("\n").trim()).join("\n\n");
}

function levelOf(line: string): number {
  return /^(#{1,6})\s/.exec(line)?.[1]!.length ?? 0;
}
