import { fillPlaceholders, type Source } from "../load/index.ts";
import type { SourceUse } from "./types.ts";

/** The files of another layer that were taken, or left out for a file that replaces them, one a line in their order. */
export function renderReport(
  source: Extract<Source, { kind: "report" }>,
  uses: readonly SourceUse[],
): string {
  const line = (template: string, { path, scope, reason = "" }: SourceUse): string => {
    const values: Record<string, string> = { path, scope, reason };
    return fillPlaceholders(template, (name) => values[name]);
  };
  const lines = uses.flatMap((use) => {
    if (use.status === "taken") return line(source.active, use);
    return use.status === "shadowed" ? line(source.suppressed, use) : [];
  });
  if (lines.length === 0 || source.heading === undefined) return lines.join("\n");
  return [source.heading, ...lines].join("\n");
}
