import { splitFrontMatter } from "../../load/index.ts";
import { canonicalText } from "../../util/index.ts";
import { readProse } from "../text/prose.ts";

/** A file with its format mended. */
export interface Fixed {
  text: string;
  /** What was mended, by rule. */
  kinds: ("line-ends" | "byte-order-mark" | "trailing-space" | "front-matter-order")[];
}

/**
 * Mends what can be mended without changing what a text says: line ends, byte order mark, blanks at line ends, and,
 * in layer files, the order of front matter. Mending twice changes nothing more.
 */
export function fixFormat(raw: string, isLayerFile: boolean): Fixed {
  const kinds: Fixed["kinds"] = [];
  if (raw.startsWith("\ufeff")) kinds.push("byte-order-mark");
  if (raw.includes("\r")) kinds.push("line-ends");
  let text = canonicalText(raw);
  const trailing = new Set(trailingLines(text));
  if (trailing.size > 0) {
    kinds.push("trailing-space");
    const trim = (line: string, i: number) => (trailing.has(i + 1) ? trimEnd(line) : line);
    text = text.split("\n").map(trim).join("\n");
  }
  const ordered = isLayerFile ? orderFrontMatter(text) : text;
  if (ordered !== text) kinds.push("front-matter-order");
  return { text: ordered, kinds };
}

/** Lines, from 1, that end with blanks. A hard break (two blanks before a further line) and code are left alone. */
export function trailingLines(raw: string): number[] {
  const text = canonicalText(raw);
  if (!/[ \t](?:\n|$)/.test(text)) return [];
  const lines = text.split("\n");
  const { isCode } = readProse(text, 1);
  return lines.flatMap((line, i) => {
    const end = trimEnd(line);
    if (end === line || isCode(i)) return [];
    const isBreak = end !== "" && line.startsWith("  ", end.length) && (lines[i + 1] ?? "").trim() !== "";
    return isBreak ? [] : [i + 1];
  });
}

/** Without blanks and tabs at the end; written by hand because a regular expression would try each run of blanks anew. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end--;
  return line.slice(0, end);
}

/** Keys of the front matter, in order; none when it has what cannot be moved line by line. */
export function frontMatterKeys(raw: string): string[] {
  const split = splitFrontMatter(canonicalText(raw));
  if (split === null || split === "unterminated") return [];
  const lines = split.yaml.split("\n").slice(0, -1);
  const keys = lines.map(
    (line) => /^([A-Za-z][\w-]*):(?: (?![|>&*{["'])\S|\s*["'][^"']*["']\s*$)/.exec(line)?.[1],
  );
  return keys.includes(undefined) ? [] : (keys as string[]);
}

function orderFrontMatter(text: string): string {
  const keys = frontMatterKeys(text);
  const at = keys.indexOf("version");
  if (at <= 0) return text;
  const lines = text.split("\n");
  const [version] = lines.splice(at + 1, 1);
  lines.splice(1, 0, version!);
  return lines.join("\n");
}
