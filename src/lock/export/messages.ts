import { defineFindings } from "../../util/index.ts";

/** The words of what stands in the way of an export. */
export const exportFinding = defineFindings({
  "not-an-export": (a: { path: string; foreign: readonly string[] }) =>
    `${a.path} holds what no export wrote: ${shortList(a.foreign)}. Nothing was changed; move it away, or name another folder.`,
  "newer-export": (a: { path: string }) =>
    `${a.path} was made by a newer Strata. Nothing was changed; use that version, or name another folder.`,
  "cannot-replace": (a: { path: string; code: string }) =>
    `${a.path} cannot be replaced (${a.code}). Nothing was changed; name a folder that is no mount point and whose parent can be written to.`,
});

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
