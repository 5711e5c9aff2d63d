import { compareText } from "./finding.ts";

/** JSON with object keys in code-unit order, so that equal values have equal bytes. Throws on values JSON cannot hold. */
export function stableJson(value: unknown, indent = 0): string {
  return JSON.stringify(sortKeys(value), null, indent || undefined);
}

function sortKeys(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`not a JSON number: ${value}`);
  if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`not a JSON value: ${typeof value}`);
  }
  if (Array.isArray(value)) return value.map((item) => sortKeys(item));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  // A null prototype keeps a key named __proto__ a key.
  const sorted: Record<string, unknown> = Object.create(null);
  for (const [key, item] of entries.toSorted(([a], [b]) => compareText(a, b))) sorted[key] = sortKeys(item);
  return sorted;
}
