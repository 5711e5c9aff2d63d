import { quoteScalar } from "../security/index.ts";

/** What a YAML block holds: texts are quoted, whole numbers stand as they are, keys without a value are left out. */
export type YamlNode =
  | string
  | bigint
  | readonly YamlNode[]
  | { readonly [key: string]: YamlNode | undefined };

/** A list as a YAML block sequence. Each scalar takes one line, so that no text can begin a key or an item. */
export function toYamlSequence(items: readonly YamlNode[]): string {
  return listLines(items).join("\n");
}

function listLines(items: readonly YamlNode[]): string[] {
  return items.flatMap((item) => linesOf(item).map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`)));
}

function linesOf(node: YamlNode): string[] {
  if (typeof node === "string") return [quoteScalar(node)];
  if (typeof node === "bigint") return [String(node)];
  if (isList(node)) return node.length === 0 ? ["[]"] : listLines(node);
  const lines = Object.entries(node).flatMap(([key, value]) =>
    value === undefined ? [] : entryLines(key, value),
  );
  return lines.length === 0 ? ["{}"] : lines;
}

function entryLines(key: string, value: YamlNode): string[] {
  const lines = linesOf(value);
  const isBlock = typeof value === "object" && Object.keys(value).length > 0;
  return isBlock ? [`${key}:`, ...lines.map((line) => `  ${line}`)] : [`${key}: ${lines[0]}`];
}

function isList(node: YamlNode): node is readonly YamlNode[] {
  return Array.isArray(node);
}
