import type { Hunk, WordPart } from "../../lock/index.ts";
import { plainText } from "../../util/index.ts";

/** How the words that went and came are marked. */
export type Mark = (kind: "removed" | "added", text: string) => string;

/** Marks that are read without colour, as git's word diff has them. */
export const plainMark: Mark = (kind, text) => (kind === "removed" ? `[-${text}-]` : `{+${text}+}`);

/** How much of what stayed is shown on each side of a change, in characters. */
const context = 60;

/** The lines of a changed place, made safe to show; long stretches that stayed are cut short. */
export function hunkLines({ parts }: Hunk, mark: Mark): string[] {
  const text = parts.map((part, i) => shown(part, mark, { first: i === 0, last: i === parts.length - 1 }));
  const lines = text.join("").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function shown({ kind, text }: WordPart, mark: Mark, at: { first: boolean; last: boolean }): string {
  const plain = plainText(text);
  if (kind === "same") return shorten(plain, at);
  // A line end that went or came would not be seen; each line is marked by itself.
  const lines = plain.split("\n");
  const isEnd = lines.length > 1 && lines.at(-1) === "";
  if (plain === "\n") return `${mark(kind, "⏎")}\n`;
  return lines.map((line, i) => (line === "" && (isEnd || i > 0) ? "" : mark(kind, line))).join("\n");
}

/** A text with a long middle cut out; its start is kept where it is not the first part, its end where it is not the last. */
export function shorten(text: string, { first, last }: { first: boolean; last: boolean }): string {
  const signs = [...text];
  const [head, tail] = [first ? 0 : context, last ? 0 : context];
  if (signs.length <= head + tail + 1) return text;
  const end = last && text.endsWith("\n") ? "\n" : "";
  const start = signs.slice(0, head).join("");
  const rest = tail === 0 ? "" : signs.slice(-tail).join("");
  return `${start}…${rest}${end}`;
}
