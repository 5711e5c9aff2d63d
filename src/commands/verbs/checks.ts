import type { Command } from "commander";
import type { Io } from "../io.ts";
import type { Done } from "./done.ts";
import { combinations, json, listOption, option, scenario, variant, verb } from "./options.ts";
import { parseCount, parseTurns } from "./parse.ts";

/** Verbs that check prompts and call nobody. */
export function declareChecks(program: Command, io: Io, done: Done): void {
  verb(
    program,
    "lock [layer...]",
    "write prompts/strata.lock.json: versions and hashes of layers and assemblies",
    [
      option("--check", "verify it, and write nothing"),
      option("--bump <part>", "raise the versions of the named or all changed layers, and write it")
        .choices(["patch", "minor", "major"])
        .conflicts("check"),
      json(),
    ],
  ).action(async (layers: string[], _, command: Command) =>
    done((await import("../lock.ts")).lockCommand(io, layers, command.optsWithGlobals())),
  );

  verb(program, "trace <hash>", "from a hash, or six digits of it, to layers, versions, commits and text", [
    option("--text", "print the text alone, byte for byte"),
    json(),
  ]).action(async (hash: string, _, command: Command) =>
    done((await import("../trace.ts")).traceCommand(io, hash, command.optsWithGlobals())),
  );

  verb(program, "lint [file...]", "find what breaks prompts, in every stack or in the files that are named", [
    option("--format <format>", "how to print").choices(["text", "json", "sarif", "github"]),
    option("--json", "print one JSON document; the same as --format json"),
    option("--max-warnings <n>", "fail with more warnings than this").argParser(parseCount),
    option("--baseline <file>", "leave out the findings that this file lists"),
    option("--update-baseline", "write all findings to the baseline"),
    option("--fix", "show and mend line ends, byte order marks, blanks at line ends, order of front matter"),
    option("--dry-run", "with --fix: only show"),
    option("--since <ref>", "compare with a commit, branch or tag, for rules about changes"),
    listOption("--rule <name=severity>", "for named files: off, warning or error"),
  ]).action(async (files: string[], _, command: Command) =>
    done((await import("../lint.ts")).lintCommand(io, files, command.optsWithGlobals())),
  );

  verb(
    program,
    "cache",
    "whether prompts stay equal where their tiers promise it, by assembling them in other worlds",
    [...combinations(), scenario("the world that the others differ from"), variant(), json()],
  ).action(async (_, command: Command) =>
    done((await import("../cache.ts")).cacheCommand(io, command.optsWithGlobals())),
  );

  verb(
    program,
    "cost",
    "what prompts cost over a session: by layer, tier and line, as the cache is and as it could be",
    [
      ...combinations(),
      scenario(),
      variant(),
      option("--turns <n>", "turns of a session (default: 20)").argParser(parseTurns),
      option("--user-tokens <n>", "tokens of a message of the user (default: 200)").argParser(parseCount),
      option("--answer-tokens <n>", "tokens of an answer (default: 400)").argParser(parseCount),
      option("--seconds <n>", "seconds from one turn to the next (default: 30)").argParser(parseCount),
      option(
        "--changes <n>",
        "how often files that are read every turn change in a session (default: 1)",
      ).argParser(parseCount),
      option("--warm", "take what all sessions share to be in the cache at the start"),
      option("--lines [n]", "the dearest lines (default: 20)").argParser(parseCount),
      option(
        "--against <[ref][@variant]>",
        "compare with another version or variant, such as HEAD or @brief",
      ),
      json(),
    ],
  ).action(async (_, command: Command) =>
    done((await import("../cost.ts")).costCommand(io, command.optsWithGlobals())),
  );
}
