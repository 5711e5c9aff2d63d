import { RenderError } from "./render-error.ts";

/** A map of named values, as they come from a scenario. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether nothing was given: no text stands for it. */
export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** A list, or a RenderError that says what it should be a list of. */
export function takeList(value: unknown, of: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new RenderError(`expected a list of ${of}`);
}

/** A map, or a RenderError that says what it should be. */
export function takeFields(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new RenderError(`expected ${what} to be a map`);
}

/** A text under a key; undefined when nothing is there. */
export function takeText(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (isNothing(value) || typeof value === "string") return value ?? undefined;
  throw new RenderError(`expected ${key} to be a text`);
}

/** A whole number under a key, also when it is written as a text: chat ids may have more digits than a number holds. */
export function takeId(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (isNothing(value)) return undefined;
  if (typeof value === "number" ? Number.isSafeInteger(value) : /^-?\d+$/.test(String(value)))
    return String(value);
  throw new RenderError(`expected ${key} to be a whole number`);
}
