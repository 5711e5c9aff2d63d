import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type Finding, isUserError, stableJson, UserError } from "../util/index.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { operandHelp } from "./operand.ts";
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
    .action(async (_, command: Command) =>
      done((await import("./init.ts")).initCommand(io, command.optsWithGlobals())),
    );

  program
    .command("assemble")
    .description("print or write the prompt of every combination")
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--scenario <id>", "the world to assemble in (default: the stack's reference)")
    .option("--variant <id>", "the variant of the stack (default: default)")
    .option("--ref <ref>", "the prompts of a commit, branch or tag, or of the index (:)", ".")
    .option("--out <dir>", "write texts and JSON there instead of printing")
    .option("--json", "print one JSON document")
    .option("--explain", "every file considered: taken or not, why, in order, bytes")
    .action(async (_, command: Command) =>
      done((await import("./assemble.ts")).assembleCommand(io, command.optsWithGlobals())),
    );

  program
    .command("diff [a] [b]")
    .description(
      "what differs between two versions, variants, profiles or models (default: HEAD and the working tree)",
    )
    .addHelpText("after", operandHelp)
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--scenario <id>", "the world to assemble in (default: the stack's reference)")
    .option("--json", "print one JSON document")
    .option("--markdown", "print Markdown, for a comment or a release note")
    .action(async (a: string | undefined, b: string | undefined, _, command: Command) =>
      done((await import("./diff.ts")).diffCommand(io, a, b, command.optsWithGlobals())),
    );

  program
    .command("eval")
    .description(
      "run a suite and leave a report; the default suite, whole or of one stack, also compacts the sessions of corpus/compaction/",
    )
    .option("--suite <id>", "the suite to run", "default")
    .addOption(listOption("--case <id>", "only this case"))
    .addOption(listOption("--tag <tag>", "only cases with this tag"))
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .addOption(listOption("--variant <id>", "only this variant"))
    .option("--answer <id>", "the model that answers, whatever the suite says")
    .option("--repeat <n>", "how often each trial is run", parseRepeat)
    .option("--shard <i/n>", "only the part of machine i of n; join them with merge", parseShard)
    .addOption(
      new Option("--mode <mode>", "where answers come from").choices(["auto", "live", "record", "replay"]),
    )
    .option("--recordings <dir>", "folder of recorded answers (default: corpus/recordings, if it exists)")
    .option("--max-cost <usd>", "stop before the run costs more US dollars", parseAmount)
    .option("--max-calls <n>", "stop before more calls are made", parseCount)
    .option("--fresh", "start anew, whatever run of this selection was left unfinished")
    .option("--retry-unmeasured", "run only what the last run of this selection could not measure")
    .addOption(
      new Option("--batch", "ask anthropic: and openai: models in batches: later, and for less").conflicts(
        "show",
      ),
    )
    .option("--dry-run", "say what would be run, and run nothing")
    .option("--show", "with --case: prompt with layers, answer and assertions of one case")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./eval.ts")).evalCommand(io, command.optsWithGlobals())),
    );

  program
    .command("compact")
    .description("compact the sessions of corpus/compaction/ and prove what survives")
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--session <id>", "only this session, with every fact of it"))
    .addOption(
      listOption("--strategy <id>", "this strategy (default: the stack's own, and all others beside it)"),
    )
    .option(
      "--summarizer <id>",
      "who makes the summaries: extractive, or faulty:<fault> to see that a bad summary is noticed",
      parseSummarizer,
    )
    .option("--generations <n,...>", "how often each session is compacted (default: 1,2,5)", parseGenerations)
    .option("--live <model>", "a model makes the summaries, and is asked for the facts")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./compact.ts")).compactCommand(io, command.optsWithGlobals())),
    );

  program
    .command("merge <dir...>")
    .description("join the runs of several machines into the one that a single machine would have made")
    .option("--json", "print one JSON document")
    .action(async (dirs: string[], _, command: Command) =>
      done((await import("./merge.ts")).mergeCommand(io, dirs, command.optsWithGlobals())),
    );

  program
    .command("lock [layer...]")
    .description("write prompts/strata.lock.json: versions and hashes of layers and assemblies")
    .option("--check", "verify it, and write nothing")
    .addOption(
      new Option("--bump <part>", "raise the versions of the named or all changed layers, and write it")
        .choices(["patch", "minor", "major"])
        .conflicts("check"),
    )
    .option("--json", "print one JSON document")
    .action(async (layers: string[], _, command: Command) =>
      done((await import("./lock.ts")).lockCommand(io, layers, command.optsWithGlobals())),
    );

  program
    .command("trace <hash>")
    .description("from a hash, or six digits of it, to layers, versions, commits and text")
    .option("--text", "print the text alone, byte for byte")
    .option("--json", "print one JSON document")
    .action(async (hash: string, _, command: Command) =>
      done((await import("./trace.ts")).traceCommand(io, hash, command.optsWithGlobals())),
    );

  program
    .command("record")
    .description("append what a session's prompt is made of, or what became of the session, to .strata/")
    .option("--session <id>", "the session (default for a start: a new id, which is printed)")
    .option("--event <name>", "start, reload, compaction or outcome", "start")
    .addOption(listOption("--stack <id>", "the stack of the prompt"))
    .addOption(listOption("--profile <id>", "the profile"))
    .addOption(listOption("--model <id>", "the model it is assembled for"))
    .option("--scenario <id>", "the world it is assembled in (default: the stack's reference)")
    .option("--variant <id>", "the variant of the stack (default: default)")
    .option("--with-text", "keep the bytes too, in .strata/objects/ (default: hashes only)")
    .option("--assign <experiment:variant>", "the random split that chose the prompt")
    .option("--layer <id>", "with reload or compaction: the layer whose files changed")
    .option("--value <value>", "with outcome: pass, fail, or a number from 0 to 1")
    .option("--cluster <name>", "the user or task whose sessions belong together; only its hash is kept")
    .option("--json", "print one JSON document: the record")
    .action(async (_, command: Command) =>
      done((await import("./record.ts")).recordCommand(io, command.optsWithGlobals())),
    );

  program
    .command("export")
    .description("write prompts for agents in any language: static texts, templates, a manifest with hashes")
    .requiredOption("--out <dir>", "the folder of the export; an earlier export there is replaced")
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--scenario <id>", "the session of the examples (default: the stack's reference)")
    .option("--variant <id>", "the variant of the stack (default: default)")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./export.ts")).exportCommand(io, command.optsWithGlobals())),
    );

  program
    .command("lint [file...]")
    .description("find what breaks prompts, in every stack or in the files that are named")
    .addOption(new Option("--format <format>", "how to print").choices(["text", "json", "sarif", "github"]))
    .option("--json", "print one JSON document; the same as --format json")
    .option("--max-warnings <n>", "fail with more warnings than this", parseCount)
    .option("--baseline <file>", "leave out the findings that this file lists")
    .option("--update-baseline", "write all findings to the baseline")
    .option("--fix", "show and mend line ends, byte order marks, blanks at line ends, order of front matter")
    .option("--dry-run", "with --fix: only show")
    .option("--since <ref>", "compare with a commit, branch or tag, for rules about changes")
    .addOption(listOption("--rule <name=severity>", "for named files: off, warning or error"))
    .action(async (files: string[], _, command: Command) =>
      done((await import("./lint.ts")).lintCommand(io, files, command.optsWithGlobals())),
    );

  program
    .command("cache")
    .description(
      "whether prompts stay equal where their tiers promise it, by assembling them in other worlds",
    )
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--scenario <id>", "the world that the others differ from (default: the stack's reference)")
    .option("--variant <id>", "the variant of the stack (default: default)")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./cache.ts")).cacheCommand(io, command.optsWithGlobals())),
    );

  program
    .command("cost")
    .description(
      "what prompts cost over a session: by layer, tier and line, as the cache is and as it could be",
    )
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--scenario <id>", "the world to assemble in (default: the stack's reference)")
    .option("--variant <id>", "the variant of the stack (default: default)")
    .option("--turns <n>", "turns of a session (default: 20)", parseTurns)
    .option("--user-tokens <n>", "tokens of a message of the user (default: 200)", parseCount)
    .option("--answer-tokens <n>", "tokens of an answer (default: 400)", parseCount)
    .option("--seconds <n>", "seconds from one turn to the next (default: 30)", parseCount)
    .option(
      "--changes <n>",
      "how often files that are read every turn change in a session (default: 1)",
      parseCount,
    )
    .option("--warm", "take what all sessions share to be in the cache at the start")
    .option("--lines [n]", "the dearest lines (default: 20)", parseCount)
    .option("--against <[ref][@variant]>", "compare with another version or variant, such as HEAD or @brief")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./cost.ts")).costCommand(io, command.optsWithGlobals())),
    );

  program
    .command("gate")
    .description("lock, lint, comparison with the base and compaction: one verdict, one exit code")
    .option(
      "--base <ref>",
      "what the working tree is judged against (default: the merge base with the default branch, on it the previous commit)",
    )
    .option(
      "--from <run>",
      "judge a stored comparison again by the settings of now, or a stored run; calls nobody",
    )
    .option("--baseline <run>", "with --from: the stored run that it is compared with")
    .option("--summary <file>", "write the verdict there as Markdown")
    .addOption(
      new Option("--mode <mode>", "where answers come from").choices(["auto", "live", "record", "replay"]),
    )
    .option("--recordings <dir>", "folder of recorded answers (default: corpus/recordings, if it exists)")
    .option("--max-cost <usd>", "stop before the comparison costs more US dollars", parseAmount)
    .option("--max-calls <n>", "stop before more calls are made", parseCount)
    .option("--fresh", "start anew, whatever comparison was left unfinished")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./gate.ts")).gateCommand(io, command.optsWithGlobals())),
    );

  program
    .command("ab [a] [b]")
    .description("one corpus on two versions of the prompts, paired (default: HEAD and the working tree)")
    .addHelpText("after", operandHelp)
    .option("--suite <id>", "the suite to run on both", "default")
    .addOption(listOption("--case <id>", "only this case"))
    .addOption(listOption("--tag <tag>", "only cases with this tag"))
    .addOption(listOption("--stack <id>", "only this stack"))
    .addOption(listOption("--profile <id>", "only this profile"))
    .addOption(listOption("--model <id>", "only assembled for this model"))
    .option("--answer <id>", "the model that answers, whatever the suite says")
    .addOption(
      new Option(
        "--replace <layer=file>",
        "B is A, or the B that is named, with this file for a layer; may be repeated",
      ).argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]),
    )
    .option(
      "--corpus-ref <ref>",
      "cases, scenarios, suites and models of this ref (default: the working tree)",
    )
    .addOption(
      new Option(
        "--goal <goal>",
        "when to stop: a loss is ruled out, or it is known whether B is better",
      ).choices(["no-regression", "prove-improvement"]),
    )
    .option(
      "--margin <points>",
      "the drop that has to be ruled out, in points of a hundred (default: 5)",
      parsePoints,
    )
    .addOption(
      new Option("--mode <mode>", "where answers come from").choices(["auto", "live", "record", "replay"]),
    )
    .option("--recordings <dir>", "folder of recorded answers (default: corpus/recordings, if it exists)")
    .option("--max-cost <usd>", "stop before the comparison costs more US dollars", parseAmount)
    .option("--max-calls <n>", "stop before more calls are made", parseCount)
    .option("--fresh", "start anew, whatever comparison was left unfinished")
    .addOption(
      new Option(
        "--dry-run",
        "say what can be affected, what it would take and could show, and run nothing",
      ).conflicts(["throughGate", "sessions"]),
    )
    .addOption(
      new Option(
        "--baseline <run>",
        "with sampled answers: take A's runs from this stored comparison, if nothing but B has changed since",
      ).conflicts(["throughGate", "sessions", "dryRun"]),
    )
    .option(
      "--through-gate",
      "with the same version twice: how often the gate fails when nothing has changed",
    )
    .option("--times <n>", "with --through-gate: how often it is tried (default: 20)", parseRepeat)
    .addOption(
      listOption("--sessions <file>", "instead: outcomes of recorded sessions; A and B are recipe hashes"),
    )
    .option("--json", "print one JSON document")
    .action(async (a: string | undefined, b: string | undefined, _, command: Command) =>
      done((await import("./ab.ts")).abCommand(io, a, b, command.optsWithGlobals())),
    );

  program
    .command("bisect")
    .description("find the first commit, and the layer, that loses cases")
    .requiredOption("--good <ref>", "a commit at which the cases pass")
    .option("--bad <ref>", "a later commit at which they fail", "HEAD")
    .addOption(listOption("--case <id>", "a case that was lost").makeOptionMandatory())
    .option("--suite <id>", "the suite whose models answer", "default")
    .option("--answer <id>", "the model that answers, whatever the suite says")
    .option("--repeat <n>", "runs on each commit (default: 1 of deterministic answers, else 10)", parseRepeat)
    .addOption(
      new Option("--mode <mode>", "where answers come from").choices(["auto", "live", "record", "replay"]),
    )
    .option("--recordings <dir>", "folder of recorded answers (default: corpus/recordings, if it exists)")
    .option("--max-cost <usd>", "stop before it costs more US dollars", parseAmount)
    .option("--max-calls <n>", "stop before more calls are made", parseCount)
    .option("--fresh", "forget what is known of the commits")
    .option("--dry-run", "say what it will take, and run nothing")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./bisect.ts")).bisectCommand(io, command.optsWithGlobals())),
    );

  program
    .command("trust")
    .description(
      "what stored runs tell about the corpus: cases that flake, and cases that tell nothing apart",
    )
    .addOption(listOption("--runs <dir>", "a run's folder, or one that holds runs (default: reports/runs)"))
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./trust.ts")).trustCommand(io, command.optsWithGlobals())),
    );

  program
    .command("recordings")
    .description("tidy the recorded answers that forks without keys replay")
    .command("gc")
    .description("drop the recorded answers that no trial of any suite would use, and say which")
    .option("--recordings <dir>", "folder of recorded answers (default: corpus/recordings)")
    .option("--dry-run", "only say which")
    .option("--json", "print one JSON document")
    .action(async (_, command: Command) =>
      done((await import("./recordings.ts")).recordingsGcCommand(io, command.optsWithGlobals())),
    );

  const inherit = (parent: Command): void => {
    for (const command of parent.commands) inherit(command.exitOverride().copyInheritedSettings(parent));
  };
  inherit(program);
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

function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number.");
}

function parseTurns(value: string): number {
  const turns = Number(value);
  if (/^\d+$/.test(value) && turns >= 1 && turns <= 10_000) return turns;
  throw new InvalidArgumentError("It must be a whole number from 1 to 10000.");
}

function parseGenerations(value: string): number[] {
  const parts = value.split(",");
  if (!parts.every((part) => /^\d{1,2}$/.test(part) && Number(part) >= 1 && Number(part) <= 20))
    throw new InvalidArgumentError("It must be numbers from 1 to 20, with commas between them.");
  return [...new Set(parts.map(Number))].toSorted((a, b) => a - b);
}

function parseSummarizer(value: string): string {
  if (value === "extractive" || /^faulty:[a-z-]+$/.test(value)) return value;
  throw new InvalidArgumentError("It must be extractive, or faulty: and the name of a fault.");
}

function parsePoints(value: string): number {
  const points = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && points > 0 && points < 100) return points;
  throw new InvalidArgumentError("It must be a number of points above 0 and below 100.");
}

function parseShard(value: string): { index: number; of: number } {
  const [index = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(value) ? value.split("/").map(Number) : [];
  if (index >= 1 && index <= of) return { index, of };
  throw new InvalidArgumentError("It must be a part of a whole, such as 2/5.");
}

function parseRepeat(value: string): number {
  const repeat = Number(value);
  if (/^\d+$/.test(value) && repeat >= 1 && repeat <= 1000) return repeat;
  throw new InvalidArgumentError("It must be a whole number from 1 to 1000.");
}

function parseAmount(value: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be an amount in US dollars, such as 2.50.");
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
