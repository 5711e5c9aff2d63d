import { $ } from "zx";

/** What one process took. Processor time depends far less than wall time on what else the machine does. */
export interface Usage {
  /** Seconds from start to end. */
  wall: number;
  /** Seconds of processor time. */
  cpu: number;
  /** Most memory at a time, in MB. */
  peak: number;
}

// Plain JavaScript in a URL: a TypeScript preload would make Node load its type stripper in every process.
const preload = `data:text/javascript,${encodeURIComponent(
  `process.on("exit", () => process.stderr.write("\\nused " + JSON.stringify(process.resourceUsage()) + "\\n"))`,
)}`;

/** Runs Node with these arguments; a process that fails is an error. */
export async function runNode(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Usage> {
  const { duration, stderr } = await $(options)`node --import ${preload} ${args}`;
  const used = JSON.parse(/^used (.+)$/m.exec(stderr)![1]!) as NodeJS.ResourceUsage;
  return {
    wall: duration / 1000,
    cpu: (used.userCPUTime + used.systemCPUTime) / 1e6,
    peak: used.maxRSS / 1024,
  };
}
