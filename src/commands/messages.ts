import { defineFindings } from "../util/index.ts";

/** The words of what is wrong with a command line, or stands in its way. */
export const commandFinding = defineFindings({
  "no-root": (a: { root: string }) => `${a.root} does not exist. Name an existing folder with --root.`,
  usage: (a: { problem: string }) => `${a.problem} See strata --help.`,
  "show-needs-case": (_: object) => "--show shows one case. Name it with --case ID.",
  "out-not-folder": (a: { path: string }) => `${a.path} is a file. Name a folder for --out.`,
  "exists-already": (a: { path: string }) =>
    `${a.path} exists already. Nothing was written; remove it or work on it by hand.`,
  "nothing-to-start-from": (a: { path: string }) =>
    `no prompt file was named and ${a.path} holds none that agents are known to read. Name one with --from FILE.`,
  "no-rules": (a: { path: string }) =>
    `${a.path} has no sentence or list item that a case can be made of. Add rules, or name another file.`,
  "outside-root": (a: { path: string; root: string }) =>
    `${a.path} is outside ${a.root}. Name a file inside it, or another --root.`,
});
