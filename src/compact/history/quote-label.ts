import type { ChatMessage } from "../../model/index.ts";

/** One line of a summary that quotes. */
interface QuotedLine {
  /** Whose words they are; null where the line does not say. */
  speaker: ChatMessage["role"] | null;
  /** `[4] user: `, the same for every line of one message; "" where there is none. */
  label: string;
  /** Counts the labels before it: two lines of one number are of one message. */
  group: number;
  text: string;
}

const label = /^(?:Earlier )?(\[\d+\] (user|assistant|tool): )/;

/**
 * The lines of a summary that quotes. A label stands at the start of a line, and the lines of the same message that
 * follow are indented, so that no quoted text can pass for a label.
 */
export function quotedLines(summary: string): QuotedLine[] {
  const none = { speaker: null, label: "" };
  let group = 0;
  let own: Pick<QuotedLine, "speaker" | "label"> = none;
  return summary.split("\n").map((line) => {
    const found = label.exec(line);
    if (found !== null) {
      group++;
      own = { speaker: found[2] as ChatMessage["role"], label: found[1]! };
    } else if (!line.startsWith("  ")) own = none;
    return { ...own, group, text: (found === null ? line : line.slice(found[0].length)).trim() };
  });
}

/** A sentence without the label that a quoting summary puts before it. */
export function unlabelled(sentence: string): string {
  return sentence.replace(label, "").replace(/^Earlier: /, "");
}

/** The first line of a summary that quotes. */
export function quoteHeader(first: number, last: number): string {
  return `Source items ${first}..${last}, quoted word for word.`;
}

/** Whether a line is {@link quoteHeader}. */
export function isQuoteHeader(line: string): boolean {
  return /^Source items \d+\.\.\d+, quoted/.test(line);
}
