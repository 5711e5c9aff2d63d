import { plainLine, plainText } from "../util/index.ts";

/** A code span that ends where it should, in a table too. */
export function codeSpan(text: string): string {
  const plain = plainLine(text).replaceAll("|", String.raw`\|`);
  const ticks = "`".repeat(longestRun(plain) + 1);
  return /^`|`$/.test(plain) ? `${ticks} ${plain} ${ticks}` : `${ticks}${plain}${ticks}`;
}

/** A fenced block whose text cannot end it. */
export function codeBlock(text: string, language: string): string {
  const plain = plainText(text);
  const fence = "`".repeat(Math.max(3, longestRun(plain) + 1));
  return `${fence}${language}\n${plain}\n${fence}`;
}

/** The longest run of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
