import type { Override } from "../load/index.ts";
import type { Facts } from "./facts.ts";

/**
 * Puts a user's text behind a layer's, or in its place. An entry is a text (appended), {append}, {replace} or both;
 * one that is anything else, or blank, changes nothing.
 */
export function applyOverride(text: string, { input, key, both }: Override, facts: Facts): string {
  const overrides = facts.input(input);
  const name = facts.text(key)?.trim().toLowerCase() ?? "";
  if (typeof overrides !== "object" || overrides === null || !Object.hasOwn(overrides, name)) return text;
  const entry = (overrides as Record<string, unknown>)[name];
  if (typeof entry === "string") return appended(text, textIn(entry));
  if (typeof entry !== "object" || entry === null) return text;
  const { append, replace } = entry as { append?: unknown; replace?: unknown };
  const replacement = textIn(replace);
  if (replacement === undefined) return appended(text, textIn(append));
  return both === "replace" ? replacement : appended(replacement, textIn(append));
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function appended(text: string, more: string | undefined): string {
  return more === undefined ? text : text.trim() === "" ? more : `${text.trimEnd()}\n\n${more}`;
}
