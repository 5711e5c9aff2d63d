import type { Compaction } from "../load/index.ts";

/** The reminder of the files that a session touched: bounded in items, in the length of each and in all. */
export function workspaceReminder(
  paths: readonly string[],
  settings: NonNullable<Compaction["reminder"]>,
): string {
  const { heading, items, itemChars, maxChars, omitted } = settings;
  const lines = [heading];
  let length = heading.length;
  const longest = omitted.replaceAll("{{count}}", String(paths.length)).length + 1;
  let shown = 0;
  for (const path of paths.slice(0, items)) {
    const line = `- ${cut(path, itemChars)}`;
    if (length + line.length + 1 + longest > maxChars) break;
    lines.push(line);
    length += line.length + 1;
    shown++;
  }
  const left = paths.length - shown;
  if (left > 0) lines.push(omitted.replaceAll("{{count}}", String(left)));
  return cut(lines.join("\n"), maxChars);
}

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
