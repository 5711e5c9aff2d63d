import { type Found, isFields, valuesIn, valuesUnder } from "./fields.ts";

const schemes = ["http", "https", "mailto", "tel"];
const addressKeys = ["url", "href"];
/** The target of a Markdown link or of an HTML one. */
const linkTargets = /\]\(\s*<?([^\s)>]+)|<a\s[^<>]*?href\s*=\s*["']?([^\s"'>]+)/gi;

/**
 * Each `content` that is not null has exactly a text or blocks; the rows of a table are equally long; links lead to
 * what may be opened from a chat.
 */
export function richContent(answer: unknown): string[] {
  return [...valuesUnder("content", answer)].flatMap(({ at, value }) => {
    if (value === null) return [];
    const shape = shapeProblem({ at, value });
    if (shape !== undefined) return [shape];
    const parts = [...valuesIn(value, at)];
    return [...parts.flatMap(tableProblems), ...parts.flatMap(linkProblems)];
  });
}

function shapeProblem({ at, value }: Found): string | undefined {
  const keys = isFields(value) ? Object.keys(value) : [];
  if (keys.length !== 1 || !["text", "blocks"].includes(keys[0]!))
    return `${at} must have exactly text or blocks`;
  const { text, blocks } = value as { text?: unknown; blocks?: unknown };
  return typeof text === "string" || Array.isArray(blocks)
    ? undefined
    : `${at}.${keys[0]} must be a ${keys[0] === "text" ? "text" : "list"}`;
}

/** A table is whatever has a list of rows; a header counts as one of them. */
function tableProblems({ at, value }: Found): string[] {
  if (!isFields(value) || !Array.isArray(value["rows"])) return [];
  const header: unknown = value["header"];
  const rows: unknown[] = [...(header === undefined ? [] : [header]), ...value["rows"]];
  if (!rows.every((row) => Array.isArray(row))) return [`${at} must have rows that are lists of cells`];
  const widths = new Set(rows.map((row) => row.length));
  return widths.size <= 1
    ? []
    : [`${at} must have equally long rows, but they have ${[...widths].join(", ")} cells`];
}

function linkProblems({ at, value }: Found): string[] {
  if (typeof value !== "string") return [];
  const key = /(\w+)$/.exec(at)?.[1] ?? "";
  const targets = addressKeys.includes(key)
    ? [value]
    : [...value.matchAll(linkTargets)].map(([, markdown, html]) => (markdown ?? html)!);
  return targets
    .filter((target) => !schemes.includes(schemeOf(target)))
    .map((target) => `${at} links to "${target}", but a link is ${schemes.join(", ")}`);
}

function schemeOf(target: string): string {
  return /^([a-z][a-z0-9+.-]*):/i.exec(target.trim())?.[1]?.toLowerCase() ?? "";
}
