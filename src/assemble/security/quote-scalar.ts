/** What JSON leaves as it is though it may end a line or control a terminal. */
const unsafe = /[\x7f-\x9f\u2028\u2029\uFEFF]/g;

/**
 * A value as a double-quoted scalar that JSON and YAML read alike. The result is one line whatever the text holds, so
 * a name cannot begin a line, a heading or a key of its own.
 */
export function quoteScalar(value: string | number | null): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`${value} is no scalar.`);
  return JSON.stringify(value).replaceAll(unsafe, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
