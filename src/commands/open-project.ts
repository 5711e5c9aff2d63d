import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { diskTree, loadProject, type Project } from "../load/index.ts";

import { checkProject } from "../run/index.ts";
import { UserError } from "../util/index.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";

/** The root that a command works on: `--root`, else the nearest folder upwards that holds prompts/. */
export function findRoot(io: Io, given: string | undefined): string {
  if (given !== undefined) return path.resolve(io.cwd, given);
  for (let dir = io.cwd; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, "prompts"))) return dir;
    if (dir === path.dirname(dir)) return io.cwd;
  }
}

/** Loads and checks a repository of prompts; throws one UserError with all that is wrong with it. */
export function openProject(root: string): Project {
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw new UserError([commandFinding("no-root", { root })]);
  const { project, findings } = loadProject(diskTree(root), root);
  const all = [...findings, ...checkProject(project)];
  const errors = all.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  return project;
}
