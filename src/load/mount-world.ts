import { type Entry, type SourceTree, treePath } from "./source-tree.ts";
import type { World, WorldRoot } from "./world.ts";

/** A folder of a real world: where the agent sees it, and what is in it. */
export interface Mounted {
  /** Absolute POSIX path without a final slash. */
  root: string;
  tree: SourceTree;
}

/** A world of real folders. The innermost root counts: a workspace inside the home folder is the workspace's. */
export function mountWorld(mounts: Record<WorldRoot, Mounted>): World {
  const inner = (["workspace", "home", "managed"] as const).toSorted(
    (a, b) => mounts[b].root.length - mounts[a].root.length,
  );
  const rootOf = (path: string): WorldRoot | undefined =>
    inner.find((name) => path === mounts[name].root || path.startsWith(`${mounts[name].root}/`));
  return {
    roots: {
      workspace: mounts.workspace.root,
      home: mounts.home.root,
      managed: mounts.managed.root,
    },
    rootOf,
    lookup(path): Entry {
      const clean = `/${treePath(path) ?? ""}`;
      const name = rootOf(clean);
      if (name === undefined) return { kind: "missing" };
      return mounts[name].tree.lookup(clean.slice(mounts[name].root.length + 1));
    },
  };
}
