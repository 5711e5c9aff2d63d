import { defineFindings } from "../util/index.ts";

/** The words of what is wrong with a command line, or stands in its way. */
export const commandFinding = defineFindings({
  "no-root": (a: { root: string }) => `${a.root} is no folder. Name an existing one with --root.`,
  "out-not-folder": (a: { path: string }) => `${a.path} is a file. Name a folder for --out.`,
  "cannot-write": (a: { path: string; code: string }) =>
    `${a.path} cannot be written (${a.code}). Make room for it, or change its permissions.`,
  usage: (a: { problem: string }) => `${a.problem} See strata --help.`,
  "ref-not-yet": (a: { operand: string }) =>
    `"${a.operand}" names a git ref; this version compares variants of the working tree. Write @VARIANT.`,
  "show-needs-case": (_: object) => "--show shows one case. Name it with --case ID.",
  "exists-already": (a: { path: string }) =>
    `${a.path} exists already. Nothing was written; remove it or work on it by hand.`,
  "nothing-to-start-from": (a: { path: string }) =>
    `no prompt file was named and ${a.path} holds none that agents are known to read. Name one with --from FILE.`,
  "no-rules": (a: { path: string }) =>
    `${a.path} has no sentence or list item that a case can be made of. Add rules, or name another file.`,
  "outside-root": (a: { path: string; root: string }) =>
    `${a.path} is outside ${a.root}. Name a file inside it, or another --root.`,
});
