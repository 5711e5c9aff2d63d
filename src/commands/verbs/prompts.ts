import type { Command } from "commander";
import type { Io } from "../io.ts";
import { operandHelp } from "../operand.ts";
import type { Done } from "./done.ts";
import { combinations, json, listOption, option, scenario, variant, verb } from "./options.ts";

/** Verbs that write prompts, or print them. */
export function declarePrompts(program: Command, io: Io, done: Done): void {
  verb(
    program,
    "init",
    "propose a first stack, scenario, suite and cases from your prompt files, and run them",
    [
      listOption("--from <file>", "a prompt file (default: the files that agents are known to read)"),
      json("the first run"),
    ],
  ).action(async (_, command: Command) =>
    done((await import("../init.ts")).initCommand(io, command.optsWithGlobals())),
  );

  verb(program, "assemble", "print or write the prompt of every combination", [
    ...combinations(),
    scenario(),
    variant(),
    option("--ref <ref>", "the prompts of a commit, branch or tag, or of the index (:)").default("."),
    option("--out <dir>", "write texts and JSON there instead of printing"),
    json(),
    option("--explain", "every file considered: taken or not, why, in order, bytes"),
  ]).action(async (_, command: Command) =>
    done((await import("../assemble.ts")).assembleCommand(io, command.optsWithGlobals())),
  );

  verb(
    program,
    "diff [a] [b]",
    "what differs between two versions, variants, profiles or models (default: HEAD and the working tree)",
    [
      ...combinations(),
      scenario(),
      json(),
      option("--markdown", "print Markdown, for a comment or a release note"),
    ],
  )
    .addHelpText("after", operandHelp)
    .action(async (a: string | undefined, b: string | undefined, _, command: Command) =>
      done((await import("../diff.ts")).diffCommand(io, a, b, command.optsWithGlobals())),
    );

  verb(
    program,
    "export",
    "write prompts for agents in any language: static texts, templates, a manifest with hashes",
    [
      option(
        "--out <dir>",
        "the folder of the export; an earlier export there is replaced",
      ).makeOptionMandatory(),
      ...combinations(),
      scenario("the session of the examples"),
      variant(),
      json(),
    ],
  ).action(async (_, command: Command) =>
    done((await import("../export.ts")).exportCommand(io, command.optsWithGlobals())),
  );

  verb(
    program,
    "record",
    "append what a session's prompt is made of, or what became of the session, to .strata/",
    [
      option("--session <id>", "the session (default for a start: a new id, which is printed)"),
      option("--event <name>", "start, reload, compaction or outcome").default("start"),
      listOption("--stack <id>", "the stack of the prompt"),
      listOption("--profile <id>", "the profile"),
      listOption("--model <id>", "the model it is assembled for"),
      scenario("the world it is assembled in"),
      variant(),
      option("--with-text", "keep the bytes too, in .strata/objects/ (default: hashes only)"),
      option("--assign <experiment:variant>", "the random split that chose the prompt"),
      option("--layer <id>", "with reload or compaction: the layer whose files changed"),
      option("--value <value>", "with outcome: pass, fail, or a number from 0 to 1"),
      option("--cluster <name>", "the user or task whose sessions belong together; only its hash is kept"),
      json("the record"),
    ],
  ).action(async (_, command: Command) =>
    done((await import("../record.ts")).recordCommand(io, command.optsWithGlobals())),
  );
}
