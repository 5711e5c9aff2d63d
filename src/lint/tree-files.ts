import type { SourceTree } from "../load/index.ts";

/** Text files of a folder and the folders below it. */
export function textFilesBelow(tree: SourceTree, folder: string): string[] {
  const entry = tree.lookup(folder);
  if (entry.kind !== "directory") return [];
  return entry.names.flatMap((name) => {
    const path = `${folder}/${name}`;
    const kind = tree.lookup(path).kind;
    if (kind === "directory") return textFilesBelow(tree, path);
    return kind === "file" && /\.(?:md|mdc|mdx|txt)$/i.test(name) ? [path] : [];
  });
}
