import { parseYaml, splitFrontMatter, type World } from "../load/index.ts";

/** A text without its front matter, and what stands in that; without any, the text as it is. */
export type WithFrontMatter = { text: string; values: ReadonlyMap<string, unknown> } | { problem: string };

/** Splits front matter off a file of the world and reads it. */
export function readFrontMatter(text: string, { parsed: cache }: Pick<World, "parsed">): WithFrontMatter {
  const split = splitFrontMatter(text);
  if (split === null) return { text, values: new Map() };
  if (split === "unterminated") return { problem: "opened with --- but never closed" };
  const values = parsed(split.yaml, cache);
  return typeof values === "string" ? { problem: values } : { text: split.text, values };
}

/** Values as texts, for headings and lists. */
export function textsOf(values: ReadonlyMap<string, unknown>): Record<string, string> {
  return Object.fromEntries([...values].map(([key, value]) => [key, String(value)]));
}

/** How many front matters are kept parsed: the same few files stand in every assembly. */
const memoLimit = 256;
const memo = new Map<string, ReadonlyMap<string, unknown> | string>();

/** The values, or what is wrong with them. */
function parsed(text: string, cache: World["parsed"]): ReadonlyMap<string, unknown> | string {
  const known = memo.get(text);
  if (known !== undefined) return known;
  const { yaml, findings } = parseYaml("", text, 1, cache);
  const isMap = typeof yaml.value === "object" && yaml.value !== null && !Array.isArray(yaml.value);
  const result = findings[0]?.message ?? new Map(isMap ? Object.entries(yaml.value as object) : []);
  if (memo.size >= memoLimit) memo.clear();
  memo.set(text, result);
  return result;
}
