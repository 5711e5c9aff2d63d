import { schemaOf } from "../schema/index.ts";
import { memoryTree } from "./memory-tree.ts";
import type { Entry } from "./source-tree.ts";
import { createWorld, type World } from "./world.ts";

export const root = "/home/dev/shop";

/** A world whose workspace is at {@link root}, inside the home folder; files are given below `s/workspace` and so on. */
export function worldOf(files: Record<string, string>): World {
  const roots = { workspace: { root }, home: { root: "/home/dev" }, managed: { root: "/etc" } };
  const scenario = schemaOf("scenario").parse({
    ...{ strata: 1, id: "s", description: "A world.", clock: "2026-03-30T14:30:00Z" },
    ...{ os: "linux", shell: "sh", cwd: root, git: "none", ...roots },
  });
  return createWorld(memoryTree(files), "s", scenario);
}

/** Text of a file, names of a folder, or else the kind. */
export function shown(entry: Entry): unknown {
  if (entry.kind === "file") return Buffer.from(entry.read()).toString("utf8");
  return entry.kind === "directory" ? entry.names : entry.kind;
}
