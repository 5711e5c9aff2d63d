import { entryText, type SourceTree } from "../load/index.ts";

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

/** Reads single lines of files, each file split once. */
export function lineReader(tree: SourceTree): (file: string, line: number) => string {
  const files = new Map<string, string[]>();
  return (file, line) => {
    let lines = files.get(file);
    if (lines === undefined) {
      const entry = tree.lookup(file);
      const content = entry.kind === "file" ? entryText(entry) : undefined;
      files.set(file, (lines = content?.kind === "text" ? content.text.split("\n") : []));
    }
    return lines[line - 1] ?? "";
  };
}
