import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";

const name = "in-progress.json";

/** Marks a run's folder as worked on; returns what takes the mark away. A killed process leaves it behind. */
export function takeFolder(dir: string): () => void {
  const file = path.join(dir, name);
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }));
  return () => rmSync(file, { force: true });
}

/** Whether another living process works on a run's folder. */
export function isHeld(dir: string): boolean {
  try {
    const { pid, host } = JSON.parse(readFileSync(path.join(dir, name), "utf8")) as {
      pid: number;
      host: string;
    };
    // A process of another machine cannot be asked; a container that was killed is such a machine.
    return host === hostname() && pid !== process.pid && isAlive(pid);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
