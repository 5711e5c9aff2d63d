import type { World } from "../load/index.ts";
import { readFrontMatter } from "./front-matter-values.ts";

/** A rule file: its text, and the globs of the files it is for; null when it is for all. */
export type Rule = { text: string; globs: string[] | null } | { problem: string };

/** Parses a rule file; `key` is the front matter key with the globs, a list or a comma string. */
export function parseRule(text: string, key: string, world: Pick<World, "parsed">): Rule {
  const read = readFrontMatter(text, world);
  if ("problem" in read) return read;
  const value = read.values.get(key) ?? null;
  if (value === null) return { text: read.text, globs: null };
  const items = typeof value === "string" ? splitGlobs(value) : value;
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string")) {
    return { problem: `${key} must be a list of globs or a comma string` };
  }
  const globs = items.map((item) => item.trim()).filter((item) => item !== "");
  return { text: read.text, globs: globs.length === 0 ? null : globs };
}

/** Splits at commas that are not inside braces: `src/*.{ts,tsx}, docs/**` is two globs. */
function splitGlobs(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    if (char === "}") depth--;
    if (char === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}
