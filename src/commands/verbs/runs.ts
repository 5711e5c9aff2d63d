import type { Command } from "commander";
import type { Io } from "../io.ts";
import type { Done } from "./done.ts";
import { answer, cases, ceilings, json, listOption, option, stored, verb } from "./options.ts";
import { parseGenerations, parseRepeat, parseShard, parseSummarizer } from "./parse.ts";

/** Verbs that run the corpus. */
export function declareRuns(program: Command, io: Io, done: Done): void {
  verb(
    program,
    "eval",
    "run a suite and leave a report; the default suite, whole or of one stack, also compacts the sessions of corpus/compaction/",
    [
      option("--suite <id>", "the suite to run").default("default"),
      ...cases(),
      listOption("--variant <id>", "only this variant"),
      answer(),
      option("--repeat <n>", "how often each trial is run").argParser(parseRepeat),
      option("--shard <i/n>", "only the part of machine i of n; join them with merge").argParser(parseShard),
      ...stored(),
      ...ceilings("the run"),
      option("--fresh", "start anew, whatever run of this selection was left unfinished"),
      option("--retry-unmeasured", "run only what the last run of this selection could not measure"),
      option("--batch", "ask anthropic: and openai: models in batches: later, and for less").conflicts(
        "show",
      ),
      option("--dry-run", "say what would be run, and run nothing"),
      option("--show", "with --case: prompt with layers, answer and assertions of one case"),
      json(),
    ],
  ).action(async (_, command: Command) =>
    done((await import("../eval.ts")).evalCommand(io, command.optsWithGlobals())),
  );

  verb(program, "compact", "compact the sessions of corpus/compaction/ and prove what survives", [
    listOption("--stack <id>", "only this stack"),
    listOption("--profile <id>", "only this profile"),
    listOption("--session <id>", "only this session, with every fact of it"),
    listOption("--strategy <id>", "this strategy (default: the stack's own, and all others beside it)"),
    option(
      "--summarizer <id>",
      "who makes the summaries: extractive, or faulty:<fault> to see that a bad summary is noticed",
    ).argParser(parseSummarizer),
    option("--generations <n,...>", "how often each session is compacted (default: 1,2,5)").argParser(
      parseGenerations,
    ),
    option("--live <model>", "a model makes the summaries, and is asked for the facts"),
    json(),
  ]).action(async (_, command: Command) =>
    done((await import("../compact.ts")).compactCommand(io, command.optsWithGlobals())),
  );

  verb(
    program,
    "merge <dir...>",
    "join the runs of several machines into the one that a single machine would have made",
    [json()],
  ).action(async (dirs: string[], _, command: Command) =>
    done((await import("../merge.ts")).mergeCommand(io, dirs, command.optsWithGlobals())),
  );

  verb(
    program.command("recordings").description("tidy the recorded answers that forks without keys replay"),
    "gc",
    "drop the recorded answers that no trial of any suite would use, and say which",
    [
      option("--recordings <dir>", "folder of recorded answers (default: corpus/recordings)"),
      option("--dry-run", "only say which"),
      json(),
    ],
  ).action(async (_, command: Command) =>
    done((await import("../recordings.ts")).recordingsGcCommand(io, command.optsWithGlobals())),
  );
}
