import { spawn } from "node:child_process";
import { decodeUtf8, plainLine } from "../../util/index.ts";

export interface CommandOptions {
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string | undefined;
  seconds: number;
  /** The most bytes on stdout. */
  bytes: number;
  signal?: AbortSignal | undefined;
}

export type CommandResult =
  | { kind: "done"; stdout: string }
  /** `code` is the exit code, where the command ran and ended by itself. */
  | { kind: "failed"; problem: string; code?: number; absent?: true };

/** Bytes of stderr that are kept: its last line says why a command failed. */
const keptStderr = 8_192;

/** Runs a program without a shell, gives it a text on stdin, and takes what it prints. Never throws. */
export function runCommand(
  [program, ...args]: readonly string[],
  input: string,
  { env, cwd, seconds, bytes, signal }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program!, args, { env: { ...env }, cwd, stdio: "pipe", windowsHide: true });
    const parts: Buffer[] = [];
    let length = 0;
    let stderr = Buffer.alloc(0);
    const end = (result: CommandResult): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      child.kill("SIGKILL");
      // A process that the command left behind may hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(result);
    };
    const onAbort = (): void => end({ kind: "failed", problem: "was interrupted" });
    const late = `was not done after ${seconds} s`;
    const timer = setTimeout(() => end({ kind: "failed", problem: late }), seconds * 1000);
    signal?.addEventListener("abort", onAbort, { once: true });
    child.stdout.on("data", (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > bytes) end({ kind: "failed", problem: `printed more than ${bytes / 1_000_000} MB` });
    });
    child.stderr.on("data", (part: Buffer) => (stderr = Buffer.concat([stderr, part]).subarray(-keptStderr)));
    // A command may answer without reading what it is asked.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("error", (error: NodeJS.ErrnoException) => {
      const absent = error.code === "ENOENT" || error.code === "EACCES";
      const problem = absent ? `could not be started: ${program} (${error.code})` : error.message;
      end({ kind: "failed", problem, ...(absent ? { absent: true as const } : {}) });
    });
    child.on("close", (code, killedBy) => {
      if (code !== 0) {
        const problem = `ended with ${code === null ? killedBy : `exit code ${code}`}${lastLine(stderr)}`;
        end({ kind: "failed", problem, ...(code === null ? {} : { code }) });
        return;
      }
      const stdout = decodeUtf8(Buffer.concat(parts));
      end(
        stdout === undefined
          ? { kind: "failed", problem: "printed invalid UTF-8" }
          : { kind: "done", stdout },
      );
    });
  });
}

function lastLine(stderr: Buffer): string {
  const lines = stderr
    .toString("utf8")
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== "");
  return lines.length === 0 ? "" : `: ${plainLine(lines.at(-1)!).trim().slice(0, 300)}`;
}
