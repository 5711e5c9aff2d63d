import { entryText } from "./entry-text.ts";
import type { SourceTree } from "./source-tree.ts";

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
