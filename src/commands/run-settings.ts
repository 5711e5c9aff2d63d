import { availableParallelism } from "node:os";
import path from "node:path";
import type { Mode, RoundsOptions } from "../run/index.ts";
import type { Io } from "./io.ts";
import { readVersions } from "./versions.ts";

/** Flags of every command that asks models. */
export interface RunFlags {
  mode?: Mode;
  /** Relative to where the command is called. */
  recordings?: string;
  /** US dollars. */
  maxCost?: number;
  maxCalls?: number;
  fresh?: boolean;
}

/** How a command runs its trials. */
export function runSettings(
  io: Io,
  root: string,
  { mode, maxCost, maxCalls, fresh, recordings }: RunFlags,
): Omit<RoundsOptions, "onProgress"> {
  return {
    ...{ root, mode, maxCost, maxCalls, fresh, env: io.env, versions: readVersions() },
    ...{ now: io.now(), time: io.now, random: io.random, signal: io.signal },
    recordings: recordings === undefined ? undefined : path.resolve(io.cwd, recordings),
    concurrency: availableParallelism() * 4,
  };
}
