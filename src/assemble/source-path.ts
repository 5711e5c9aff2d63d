import { minimatch } from "minimatch";
import { type Entry, entryText, type World } from "../load/index.ts";
import type { Facts } from "./facts.ts";
import type { SourceUse } from "./types.ts";

/** A path as people read it in prompts and records: workspace-relative, `~/…`, or absolute. */
export function shownPath(path: string, world: World): string {
  const root = world.rootOf(path);
  if (root === undefined || root === "managed") return path;
  const inside = path.slice(world.roots[root].length + 1);
  return root === "home" ? `~/${inside}` : inside;
}

/** A path below the working folder, or else the name of its file. */
export function localPath(path: string, facts: Facts): string {
  const cwd = `${facts.text("cwd")!}/`;
  return path.startsWith(cwd) ? path.slice(cwd.length) : path.slice(path.lastIndexOf("/") + 1);
}

/** What is recorded of a file, whether it is taken or not. */
export function fileUse(path: string, scope: string, entry: Entry, world: World): Omit<SourceUse, "status"> {
  const use = { path: shownPath(path, world), scope };
  if (entry.kind !== "file") return use;
  // A file too large for its guard is never read only to be hashed.
  const content = entry.size <= maxHashed ? entryText(entry) : undefined;
  return { ...use, bytes: entry.size, ...(content?.kind === "text" ? { sourceHash: content.hash } : {}) };
}

const maxHashed = 16 * 1024 * 1024;

/** Whether a path, taken relative to its root, matches one of the globs. */
export function inWorld(path: string, world: World, globs: readonly string[]): boolean {
  const root = world.rootOf(path);
  if (root === undefined) return false;
  return matchesGlob(path.slice(world.roots[root].length + 1), globs);
}

/** Whether a relative path matches one of the globs; `**` crosses folders, dot names count. */
export function matchesGlob(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => minimatch(path, glob, { dot: true, nocomment: true, nonegate: true }));
}
