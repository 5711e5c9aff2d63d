import { existsSync, statSync } from "node:fs";
import path from "node:path";
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

/** Refuses a root that is no folder. */
export function requireFolder(root: string): void {
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw new UserError([commandFinding("no-root", { root })]);
}
