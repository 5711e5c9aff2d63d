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
  const end = /^---(?:\n|$)/m.exec(text.slice(4));
  if (end === null) return "unterminated";
  const yaml = text.slice(4, 4 + end.index);
  const firstLine = yaml.split("\n").length + 2;
  return { yaml, text: text.slice(4 + end.index + end[0].length), firstLine };
}
