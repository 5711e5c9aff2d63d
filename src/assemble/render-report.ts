import { fillPlaceholders, type Source } from "../load/index.ts";
import type { SourceUse } from "./types.ts";

/** The files considered for another layer: those that were taken, then those left out for another, one a line. */
export function renderReport(
  source: Extract<Source, { kind: "report" }>,
  uses: readonly SourceUse[],
): string {
  const line = (template: string, { path, scope, reason = "" }: SourceUse): string => {
    const values: Record<string, string> = { path, scope, reason };
    return fillPlaceholders(template, (name) => values[name]);
  };
  const taken = uses.filter(({ status }) => status === "taken");
  const lost = uses.filter(({ status }) => status === "shadowed");
  return [
    ...taken.map((use) => line(source.active, use)),
    ...lost.map((use) => line(source.suppressed, use)),
  ].join("\n");
}
