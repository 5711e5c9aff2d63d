import { fitText, padText, textWidth } from "./text-width.ts";

/** The headings of a table: text columns first, then number columns. */
export interface TableHead {
  texts: string[];
  numbers: string[];
}

/** One row; `mark` is one column wide, `paint` colours each number once it is padded. */
export interface TableRow {
  mark: string;
  texts: string[];
  numbers: number[];
  paint: ((text: string) => string)[];
}

const gap = "  ";
const narrowest = 8;

/** A table of at most `width` columns, heading first: the widest texts are cut until it fits, numbers never. */
export function tableLines(head: TableHead, rows: readonly TableRow[], width: number): string[] {
  const numberWidths = head.numbers.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => String(row.numbers[index]).length)),
  );
  const taken = gap.length + numberWidths.reduce((sum, each) => sum + gap.length + each, 0);
  const textWidths = shrink(
    head.texts.map((name, index) =>
      Math.max(name.length, ...rows.map((row) => textWidth(row.texts[index]!))),
    ),
    width - taken - gap.length * (head.texts.length - 1),
  );
  const texts = (cells: string[]) =>
    cells.map((cell, index) => padText(fitText(cell, textWidths[index]!), textWidths[index]!));
  const headNumbers = head.numbers.map((name, index) => padText(name, numberWidths[index]!, "left"));
  return [
    `${gap}${[...texts(head.texts), ...headNumbers].join(gap)}`,
    ...rows.map((row) => {
      const numbers = row.numbers.map((number, index) =>
        row.paint[index]!(padText(String(number), numberWidths[index]!, "left")),
      );
      return `${row.mark} ${[...texts(row.texts), ...numbers].join(gap)}`;
    }),
  ];
}

/** Takes columns from the widest until the sum fits, or all are as narrow as can still be read. */
function shrink(widths: readonly number[], room: number): number[] {
  const fitted = [...widths];
  for (let over = fitted.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const widest = fitted.indexOf(Math.max(...fitted));
    if (fitted[widest]! <= narrowest) break;
    fitted[widest]!--;
  }
  return fitted;
}
