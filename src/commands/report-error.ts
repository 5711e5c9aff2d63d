import { type Command, CommanderError } from "commander";
import { type Finding, isUserError, stableJson, UserError } from "../util/index.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { printFindings } from "./print-findings.ts";

/** Says what went wrong, as text and for --json as a document, and returns the exit code. */
export function reportError(io: Io, error: unknown, program: Command): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code === "commander.help") {
      io.stderr.write(program.helpInformation());
      return 2;
    }
    return reportError(
      io,
      new UserError([commandFinding("usage", { problem: oneLine(error.message) })]),
      program,
    );
  }
  const json = io.argv.includes("--json");
  const refused = isUserError(error) ? undefined : refusedWrite(error);
  if (refused !== undefined) return reportError(io, new UserError([refused]), program);
  if (isUserError(error)) {
    printFindings(io, error.findings);
    if (json) {
      const [first] = error.findings;
      const { code } = error;
      io.stdout.write(
        `${stableJson({ schema: 1, error: { code, message: first?.message, file: first?.file, line: first?.line }, findings: error.findings }, 2)}\n`,
      );
    }
    return error.exitCode;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.stderr.write(`This is a bug in strata; nothing you did should cause it.\n${stack}\n`);
  if (json)
    io.stdout.write(`${stableJson({ schema: 1, error: { code: "bug", message: String(error) } }, 2)}\n`);
  return 3;
}

/** A file that cannot be written is the user's to mend, wherever it happens. */
function refusedWrite(error: unknown): Finding | undefined {
  const { code = "", path = "" } = (error ?? {}) as NodeJS.ErrnoException;
  if (!["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "EISDIR"].includes(code)) return undefined;
  return commandFinding("cannot-write", { path, code });
}

function oneLine(text: string): string {
  const sentence = text
    .replace(/^error: /, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /[.!?)]$/.test(sentence) ? sentence : `${sentence}.`;
}
