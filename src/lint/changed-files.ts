import { minimatch } from "minimatch";
import { type Entry, entryText, type SourceTree } from "../load/index.ts";
import type { ChangedFile } from "./types.ts";

/** Files that a glob names and that differ between two trees, one of them perhaps without the file. */
export function changedFiles(globs: readonly string[], tree: SourceTree, before: SourceTree): ChangedFile[] {
  const changed = new Map<string, ChangedFile>();
  for (const glob of globs) {
    const files = new Set([...filesIn(tree, glob), ...filesIn(before, glob)]);
    for (const file of [...files].toSorted()) {
      if (contentOf(tree.lookup(file)) !== contentOf(before.lookup(file))) changed.set(file, { file, glob });
    }
  }
  return [...changed.values()];
}

function filesIn(tree: SourceTree, glob: string): string[] {
  const fixed = glob.split("/").findIndex((part) => /[*?[\]{}!()]/.test(part));
  const parts = glob.split("/");
  const start = (fixed < 0 ? parts : parts.slice(0, fixed)).join("/");
  return below(tree, start).filter((file) =>
    minimatch(file, glob, { dot: true, nocomment: true, nonegate: true }),
  );
}

function below(tree: SourceTree, path: string): string[] {
  const entry = tree.lookup(path);
  if (entry.kind === "file") return [path];
  if (entry.kind !== "directory") return [];
  return entry.names
    .filter((name) => name !== "node_modules" && name !== ".git")
    .flatMap((name) => below(tree, path === "" ? name : `${path}/${name}`));
}

function contentOf(entry: Entry): string | undefined {
  if (entry.kind !== "file") return undefined;
  const content = entryText(entry);
  return content.kind === "text" ? content.hash : content.kind;
}
