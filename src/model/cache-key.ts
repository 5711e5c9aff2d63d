import { hash } from "node:crypto";

/** Hex digits of the digest that a key shows. */
const keyLength = 48;

/**
 * A name for a cached prefix: the namespace, a colon, and the beginning of the SHA-256 of the namespace, the texts that
 * stay equal and the tools, as JSON with sorted keys and ASCII characters only, the way Python writes it by default, so
 * that an agent in Python names the same prefix alike.
 */
export function cacheKeyOf(
  namespace: string,
  stableTexts: readonly string[],
  tools: readonly unknown[] = [],
): string {
  const digest = hash("sha256", pythonJson({ namespace, system: stableTexts, tools }), "hex");
  return `${namespace}:${digest.slice(0, keyLength)}`;
}

function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    // By code point, as Python compares.
    const sorted = entries.toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return `{${sorted.map(([key, item]) => `${pythonJson(key)}: ${pythonJson(item)}`).join(", ")}}`;
  }
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replaceAll(/[\u007f-\uffff]/g, escape);
}
