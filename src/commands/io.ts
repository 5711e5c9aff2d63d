import type { ParseCache } from "../util/index.ts";

/** A stream that a command writes to. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Everything a command takes from the process; tests give a fake one. */
export interface Io {
  /** Without the program's own name. */
  argv: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  now(): Date;
  /** 0 up to 1. */
  random(): number;
  /** Aborted when the user interrupts. */
  signal: AbortSignal;
  /** What earlier runs have parsed. */
  parsed?: ParseCache;
}

/** Whether a stream gets colour: a terminal that nobody asked to stay plain. */
export function wantsColor(output: Output, env: Io["env"]): boolean {
  return output.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

/** Whether a line may be redrawn: only on a terminal, and never in CI. */
export function wantsAnimation(output: Output, env: Io["env"]): boolean {
  return output.isTTY === true && !env["CI"] && env["TERM"] !== "dumb";
}
