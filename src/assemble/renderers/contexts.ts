import { RenderError } from "./render-error.ts";

/**
 * What hooks contribute, joined by a blank line: of a list, each text and each {context: text}. Blank ones are dropped,
 * and so is whatever a hook that failed left instead.
 */
export function renderContexts(value: unknown): string {
  if (!Array.isArray(value)) throw new RenderError("expected a list of texts or {context: text}");
  return value
    .map(contextOf)
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

function contextOf(item: unknown): string {
  if (typeof item === "string") return item;
  if (typeof item !== "object" || item === null) return "";
  const { context } = item as { context?: unknown };
  return typeof context === "string" ? context : "";
}
