import type { ParseCache } from "../util/index.ts";

/**
 * What is at a path of a source tree. `path` is where the bytes really are once links are followed;
 * `link` is the target of the first link on the way there, and `linkAbove` says that a folder on the way is the link.
 */
export type Entry =
  | { kind: "file"; path: string; size: number; link?: string; linkAbove?: true; read(): Uint8Array }
  | { kind: "directory"; path: string; names: readonly string[]; link?: string; linkAbove?: true }
  /** With `link`: a link to nothing. */
  | { kind: "missing"; link?: string }
  /** A link that leaves the tree. */
  | { kind: "outside"; link: string }
  | { kind: "unreadable"; reason: string }
  /** A socket, device or pipe. */
  | { kind: "special" };

/** Files by POSIX path relative to the repository root: the working tree, memory, or later any git ref. */
export interface SourceTree {
  /** Values of its YAML files from earlier runs. */
  parsed?: ParseCache | undefined;
  /** Names are matched exactly, on file systems that fold case too. Never throws. */
  lookup(path: string): Entry;
}

/** Normalises a POSIX path relative to the tree's root; undefined when it leads out of it. */
export function treePath(...parts: string[]): string | undefined {
  const out: string[] = [];
  for (const part of parts.join("/").split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") out.push(part);
    else if (out.pop() === undefined) return undefined;
  }
  return out.join("/");
}
