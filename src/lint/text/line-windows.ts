/** So many lines in a row are a copy, fewer may be chance. */
export const copiedLines = 6;

/** The first line, from 1, of every run of that many lines that are not blank, and their text as its key; short lines carry no copy. */
export function windowKeys(text: string): { line: number; key: string }[] {
  const lines = text
    .split("\n")
    .map((line, i) => ({ line: i + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
  const keys: { line: number; key: string }[] = [];
  for (let i = 0; i + copiedLines <= lines.length; i++) {
    const window = lines.slice(i, i + copiedLines).map((line) => line.text);
    const joined = window.join("\n");
    if (joined.length >= copiedLines * 8) keys.push({ line: lines[i]!.line, key: joined });
  }
  return keys;
}
