import type { Case } from "../../load/index.ts";
import type { Hunk } from "./word-diff.ts";

/** Shorter values stand in too many lines to say anything. */
const shortest = 3;

/** Ids of the cases with an assertion whose value stands in a line that went or came. */
export function guardingCases(cases: readonly Case[], hunks: readonly Hunk[]): string[] {
  const lines = hunks.flatMap(({ parts }) => [textOf(parts, "added"), textOf(parts, "removed")]).join("\n");
  return cases
    .filter(({ assert }) =>
      assert.some(({ value }) =>
        textsIn(value).some((text) => text.length >= shortest && lines.includes(text.toLowerCase())),
      ),
    )
    .map(({ id }) => id);
}

/** One side of a changed place: without what the other side alone has. */
function textOf(parts: Hunk["parts"], other: "added" | "removed"): string {
  return parts
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join("")
    .toLowerCase();
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}
