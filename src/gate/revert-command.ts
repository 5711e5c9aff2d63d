import type { Fault } from "./layers-at-fault.ts";

/**
 * The commands that bring the files at fault back as they were and lock them, one line to paste into a shell; null
 * where no file is at fault. `root` is the way to the repository of prompts, empty where one stands in it.
 */
export function revertCommand({ restore, added }: Fault, base: string, root = ""): string | null {
  if (restore.length + added.length === 0) return null;
  const at = (flag: string) => (root === "" ? "" : ` ${flag} ${quote(root)}`);
  const below = (file: string) => quote(root === "" ? file : `${root}/${file}`);
  return [
    ...(restore.length === 0 ? [] : [`git${at("-C")} checkout ${base} -- ${restore.map(quote).join(" ")}`]),
    ...(added.length === 0 ? [] : [`rm -- ${added.map(below).join(" ")}`]),
    `strata${at("--root")} lock`,
  ].join(" && ");
}

/** A word of a POSIX shell. */
function quote(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
