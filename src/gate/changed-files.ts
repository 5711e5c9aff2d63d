import { entryText, type SourceTree } from "../load/index.ts";
import { lockPath } from "../lock/index.ts";

/** Files below a folder that differ between two trees, sorted; line ends and a byte order mark are no difference. */
export function changedFiles(before: SourceTree, after: SourceTree, folder: string): string[] {
  const files = new Set([...filesBelow(before, folder), ...filesBelow(after, folder)]);
  return [...files].toSorted().filter((file) => contentOf(before, file) !== contentOf(after, file));
}

/** Changed files that prompts are made of. The lock follows them and is none. */
export function changedPrompts(before: SourceTree, after: SourceTree): string[] {
  return changedFiles(before, after, "prompts").filter((file) => file !== lockPath);
}

function filesBelow(tree: SourceTree, path: string): string[] {
  const entry = tree.lookup(path);
  if (entry.kind === "missing") return [];
  if (entry.kind !== "directory") return [path];
  return entry.names.flatMap((name) => filesBelow(tree, `${path}/${name}`));
}

function contentOf(tree: SourceTree, file: string): string {
  const entry = tree.lookup(file);
  if (entry.kind !== "file") return entry.kind;
  const content = entryText(entry);
  return content.kind === "text" ? content.hash : Buffer.from(entry.read()).toString("base64");
}
