import { defineFindings } from "../../util/index.ts";

type Used = { combinations: string[] };

/** The words of everything about the lock and the versions in it. */
export const lockFinding = defineFindings({
  "no-lock": (_: object) => "is missing. Run strata lock, and commit it.",
  "lock-newer": (a: { format: number; known: number }) =>
    `was made by a newer strata: it has lock format ${a.format}, and this one knows ${a.known}. Update strata.`,
  "lock-corrupted": (a: { problem: string }) =>
    `is corrupted: ${a.problem} Remove the file and run strata lock, which writes it anew.`,
  "lock-conflict": (_: object) =>
    "holds the conflict markers of a merge. Run strata lock, which writes it anew from the prompts.",
  "lock-rebuilt": (_: object) =>
    "held the conflict markers of a merge and was written anew from the prompts.",
  "lock-format": (_: object) => "is not as strata lock writes it. Run strata lock.",
  "lock-changed": (a: Used & { what: string }) => `${a.what} changed.${usedBy(a)} Run strata lock.`,
  "lock-added": (a: Used & { what: string }) => `${a.what} is not in the lock.${usedBy(a)} Run strata lock.`,
  "lock-removed": (a: Used & { what: string }) =>
    `${a.what} is in the lock and no longer in the prompts.${usedBy(a)} Run strata lock.`,
  "lock-orphaned": (a: Used & { what: string }) =>
    `${a.what} is gone, and the lock still holds what was assembled with it.${usedBy(a)} Run strata lock.`,
  "unbumped-version": (a: { layer: string; version: string; base: string }) =>
    `layer ${a.layer} has another text than in ${a.base}, and still version ${a.version}. Run strata lock --bump patch, minor or major.`,
  "version-went-back": (a: { layer: string; version: string; before: string; base: string }) =>
    `layer ${a.layer} has version ${a.version}, and had ${a.before} in ${a.base}. Give it a higher one.`,
  "needless-bump": (a: { layer: string; version: string; before: string; base: string }) =>
    `layer ${a.layer} has version ${a.version} and the same text as version ${a.before} in ${a.base}. Put ${a.before} back.`,
  "no-base": (a: { reason: string }) => `versions were not compared: ${a.reason}.`,
  "base-on-disk": (_: object) =>
    "this is not a git repository, so versions are compared with the lock on disk.",
  "lock-kept": (_: object) =>
    "was not written: outside git nothing else remembers the texts whose versions must be raised.",
  "unknown-bump-layer": (a: { name: string; near: string }) => `no layer file is named "${a.name}".${a.near}`,
  "nothing-to-bump": (a: { layer: string; base: string }) =>
    `layer ${a.layer} is the same as in ${a.base}. A new version without a change is refused; leave it out.`,
  "cannot-edit-version": (a: { file: string }) =>
    `its version could not be changed in ${a.file}. Write it by hand as version: "1.2.3", and run strata lock.`,
});

function usedBy({ combinations }: Used): string {
  const count = combinations.length;
  return count === 0
    ? ""
    : ` It is in ${count === 1 ? "" : `${count} combinations: `}${combinations.join(", ")}.`;
}
