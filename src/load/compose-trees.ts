import type { SourceTree } from "./source-tree.ts";
import { treePath } from "./source-tree.ts";

/** One tree whose prompts/ is that of one tree, and everything else that of another: old prompts on today's corpus. */
export function composeTrees({ prompts, rest }: { prompts: SourceTree; rest: SourceTree }): SourceTree {
  return {
    lookup(path) {
      const clean = treePath(path);
      if (clean === "prompts" || clean?.startsWith("prompts/")) return prompts.lookup(clean);
      const entry = rest.lookup(path);
      if (clean !== "" || entry.kind !== "directory") return entry;
      const names = new Set(entry.names);
      if (prompts.lookup("prompts").kind === "missing") names.delete("prompts");
      else names.add("prompts");
      return { ...entry, names: [...names].toSorted() };
    },
  };
}
