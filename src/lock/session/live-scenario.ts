import { existsSync, statSync } from "node:fs";
import path from "node:path";
import {
  diskTree,
  memoryTree,
  mountWorld,
  type Mounted,
  type Scenario,
  type SourceTree,
} from "../../load/index.ts";
import { UserError } from "../../util/index.ts";
import { sessionFinding } from "./messages.ts";

/** A folder as the agent sees it: its path on disk, or an absolute path and what is to be seen there. */
export type Folder = string | { root: string; tree: SourceTree };

/** The world that a real session's prompt is assembled in. */
export interface LiveWorld {
  workspace: Folder;
  /** Without it no file of the user's is looked at. */
  home?: Folder;
  /** The machine's folder for managed files; without it none is looked at. */
  managed?: Folder;
  /** Default: the workspace. */
  cwd?: string;
  os: string;
  shell: string;
  /** Like 2026-03-30T14:30:00-07:00; the date in the prompt is the one on this clock's wall. */
  clock: string;
  git: Scenario["git"];
  /** Files read so far, relative to the workspace. */
  reads?: string[];
}

/** A scenario from a real world. Each folder is read when it is looked at, each file at most once. */
export function liveScenario(world: LiveWorld, values: Record<string, unknown>): Scenario {
  const workspace = mounted(world.workspace);
  const { os, shell, clock, git, reads = [], cwd = workspace.root } = world;
  return {
    ...{ id: "live", description: "A real session.", file: "(live session)" },
    ...{ os, shell, clock, cwd, git, reads, values: values as Scenario["values"], valueLines: new Map() },
    world: mountWorld({
      workspace,
      home: mounted(world.home ?? nowhere("/nonexistent/home")),
      managed: mounted(world.managed ?? nowhere("/nonexistent/managed")),
    }),
  };
}

function mounted(folder: Folder): Mounted {
  if (typeof folder !== "string") return { root: withoutSlash(folder.root), tree: folder.tree };
  const root = path.resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new UserError([sessionFinding("no-folder", { path: folder })]);
  }
  return { root, tree: diskTree(root) };
}

function nowhere(root: string): Mounted {
  return { root, tree: memoryTree({}) };
}

function withoutSlash(root: string): string {
  return root.length > 1 ? root.replace(/\/+$/, "") : root;
}
