type Values = Readonly<Record<string, unknown>>;

/**
 * A text of the same form that differs from its first letter or digit on: another id, another name, another time. Marks,
 * blanks and lines stay, so that what renders the text can still read it.
 */
export function otherText(text: string): string {
  const other = text.replaceAll(/[A-Za-z\d]/g, nextOf);
  return other === text ? `other ${text}` : other;
}

function nextOf(character: string): string {
  const last: Record<string, string> = { "9": "0", z: "a", Z: "A" };
  return last[character] ?? String.fromCharCode(character.charCodeAt(0) + 1);
}

/** Another value of the same form. Keys, truth values and null stay: they choose what is there. */
export function otherValue(value: unknown): unknown {
  if (typeof value === "string") return otherText(value);
  if (typeof value === "number") return value + 1;
  if (Array.isArray(value)) return value.map(otherValue);
  return typeof value === "object" && value !== null ? mapEntries(value, otherValue) : value;
}

/** The same value with its lists and the keys of its maps the other way round. */
export function reversedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedValue).toReversed();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(mapEntries(value, reversedValue)).toReversed());
}

export function mapEntries(values: object, change: (value: unknown) => unknown): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
