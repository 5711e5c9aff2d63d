import { Command } from "commander";
import type { Io } from "./io.ts";
import { reportError } from "./report-error.ts";
import { declareChecks } from "./verbs/checks.ts";
import { declareComparisons } from "./verbs/comparisons.ts";
import type { Done } from "./verbs/done.ts";
import { declarePrompts } from "./verbs/prompts.ts";
import { declareRuns } from "./verbs/runs.ts";
import { packageVersion } from "./versions.ts";

/** Runs the command line and returns its exit code. Never throws and never exits. */
export async function main(io: Io): Promise<number> {
  let code = 0;
  const program = createProgram(io, async (run) => void (code = await run));
  try {
    await program.parseAsync(io.argv, { from: "user" });
    return code;
  } catch (error) {
    return reportError(io, error, program);
  }
}

function createProgram(io: Io, done: Done): Command {
  const program = new Command("strata")
    .description("Versioned, hashed, evaluated system prompts for AI agents.")
    .version(packageVersion())
    .option(
      "--root <dir>",
      "repository of prompts to work on (default: the nearest folder upwards with prompts/)",
    )
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => {} });

  // A command is imported when it is called: `strata --version` needs none of them.
  for (const declare of [declarePrompts, declareRuns, declareChecks, declareComparisons])
    declare(program, io, done);

  const inherit = (parent: Command): void => {
    for (const command of parent.commands) inherit(command.exitOverride().copyInheritedSettings(parent));
  };
  inherit(program);
  return program;
}
