/** A text's front matter and what follows it. */
export interface FrontMatter {
  yaml: string;
  text: string;
  /** Line on which `text` starts, from 1. */
  firstLine: number;
}

/** Splits `---` front matter off a canonical text; null when there is none. */
export function splitFrontMatter(text: string): FrontMatter | null | "unterminated" {
  if (!text.startsWith("---\n")) return null;
  // Only LF ends a line here: for a regular expression U+2028 would, too.
  const lines = text.split("\n");
  const end = lines.indexOf("---", 1);
  if (end < 0) return "unterminated";
  const yaml = lines
    .slice(1, end)
    .map((line) => `${line}\n`)
    .join("");
  return { yaml, text: lines.slice(end + 1).join("\n"), firstLine: end + 2 };
}
