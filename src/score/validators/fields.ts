/** An answer's map of fields. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in an answer and where it stands, such as `delivery.content`. */
export interface Found {
  at: string;
  value: unknown;
}

/** Every value in an answer, outer ones first. */
export function* valuesIn(value: unknown, at = ""): Generator<Found> {
  yield { at, value };
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* valuesIn(item, `${at}[${i}]`);
  } else if (isFields(value)) {
    for (const [key, item] of Object.entries(value)) yield* valuesIn(item, at === "" ? key : `${at}.${key}`);
  }
}

/** Every value under a key, at any depth but not inside another one of them. */
export function* valuesUnder(key: string, value: unknown, at = ""): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* valuesUnder(key, item, `${at}[${i}]`);
  } else if (isFields(value)) {
    for (const [name, item] of Object.entries(value)) {
      const place = at === "" ? name : `${at}.${name}`;
      if (name === key) yield { at: place, value: item };
      else yield* valuesUnder(key, item, place);
    }
  }
}
