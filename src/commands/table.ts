import { plainLine } from "../util/index.ts";

/** A table of plain texts, columns padded; numbers are aligned to the right. */
export function formatTable(head: string[], given: string[][]): string {
  // Names of files and of models are other people's texts.
  const rows = given.map((row) => row.map(plainLine));
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)));
  const numeric = head.map((_, i) => rows.every((row) => /^\d+$/.test(row[i]!)));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => (numeric[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd();
  return `${[head, ...rows].map(line).join("\n")}\n`;
}
