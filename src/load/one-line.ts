/** What another program says, as part of a line of ours. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
