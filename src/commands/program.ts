import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type Finding, isUserError, stableJson, UserError } from "../util/index.ts";
import { initCommand } from "./init.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { printFindings } from "./print-findings.ts";
import { packageVersion } from "./versions.ts";

/** Runs the command line and returns its exit code. Never throws and never exits. */
export async function main(io: Io): Promise<number> {
  let code = 0;
  const program = createProgram(io, async (run) => void (code = await run));
  try {
    await program.parseAsync(io.argv, { from: "user" });
    return code;
  } catch (error) {
    return report(io, error, program);
  }
}

// A command is imported when it is called: `strata --version` needs none of them.
function createProgram(io: Io, done: (run: Promise<number>) => Promise<void>): Command {
  const program = new Command("strata")
    .description("Versioned, hashed, evaluated system prompts for AI agents.")
    .version(packageVersion())
    .option(
      "--root <dir>",
      "repository of prompts to work on (default: the nearest folder upwards with prompts/)",
    )
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => {} });

  program
    .command("init")
    .description("propose a first stack, scenario, suite and cases from your prompt files, and run them")
    .addOption(
      listOption("--from <file>", "a prompt file (default: the files that agents are known to read)"),
    )
    .option("--json", "print one JSON document: the first run")
    .action((_, command: Command) => done(initCommand(io, command.optsWithGlobals())));

  program
    .command("assemble")
    .description("print or write the prompt of every combination")
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--scenario <id>", "the world to assemble in (default: the stack's reference)")
    .option("--variant <id>", "the variant of the stack (default: default)")
    .option("--out <dir>", "write texts and JSON there instead of printing")
    .option("--json", "print one JSON document")
    .option("--explain", "every file considered: taken or not, why, in order, bytes")
    .action(async (_, command: Command) =>
      done((await import("./assemble.ts")).assembleCommand(io, command.optsWithGlobals())),
    );

  program
    .command("diff <a> [b]")
    .description("what differs between two variants, as in strata diff @default @code")
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--scenario <id>", "the world to assemble in (default: the stack's reference)")
    .option("--json", "print one JSON document")
    .action(async (a: string, b: string | undefined, _, command: Command) =>
      done((await import("./diff.ts")).diffCommand(io, a, b, command.optsWithGlobals())),
    );

  program
    .command("eval")
    .description("run a suite and leave a report")
    .option("--suite <id>", "the suite to run", "default")
    .addOption(listOption("--case <id>", "only this case"))
    .addOption(listOption("--tag <tag>", "only cases with this tag"))
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .addOption(listOption("--variant <id>", "only this variant"))
    .option("--answer <id>", "the model that answers, whatever the suite says")
    .option("--repeat <n>", "how often each trial is run", parseRepeat)
    .option("--dry-run", "say what would be run, and run nothing")
    .option("--show", "with --case: prompt with layers, answer and assertions of one case")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./eval.ts")).evalCommand(io, command.optsWithGlobals())),
    );

  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  return program;
}

/** An option that may be given several times, or once with commas. */
function listOption(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(
    (value: string, before: string[] | undefined) => [
      ...(before ?? []),
      // An empty list selects nothing, and is refused for that.
      ...value.split(",").filter((name) => name !== ""),
    ],
  );
}

function parseRepeat(value: string): number {
  const repeat = Number(value);
  if (/^\d+$/.test(value) && repeat >= 1 && repeat <= 1000) return repeat;
  throw new InvalidArgumentError("It must be a whole number from 1 to 1000.");
}

function report(io: Io, error: unknown, program: Command): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code === "commander.help") {
      io.stderr.write(program.helpInformation());
      return 2;
    }
    return report(io, new UserError([commandFinding("usage", { problem: oneLine(error.message) })]), program);
  }
  const json = io.argv.includes("--json");
  const refused = isUserError(error) ? undefined : refusedWrite(error);
  if (refused !== undefined) return report(io, new UserError([refused]), program);
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
