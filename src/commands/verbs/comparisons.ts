import type { Command } from "commander";
import type { Io } from "../io.ts";
import { operandHelp } from "../operand.ts";
import type { Done } from "./done.ts";
import { answer, cases, ceilings, json, listOption, option, stored, verb } from "./options.ts";
import { parsePoints, parseRepeat } from "./parse.ts";

/** Verbs that judge one version beside another. */
export function declareComparisons(program: Command, io: Io, done: Done): void {
  verb(program, "gate", "lock, lint, comparison with the base and compaction: one verdict, one exit code", [
    option(
      "--base <ref>",
      "what the working tree is judged against (default: the merge base with the default branch, on it the previous commit)",
    ),
    option(
      "--from <run>",
      "judge a stored comparison again by the settings of now, or a stored run; calls nobody",
    ),
    option("--baseline <run>", "with --from: the stored run that it is compared with"),
    option("--summary <file>", "write the verdict there as Markdown"),
    ...stored(),
    ...ceilings("the comparison"),
    option("--fresh", "start anew, whatever comparison was left unfinished"),
    json(),
  ]).action(async (_, command: Command) =>
    done((await import("../gate.ts")).gateCommand(io, command.optsWithGlobals())),
  );

  verb(
    program,
    "ab [a] [b]",
    "one corpus on two versions of the prompts, paired (default: HEAD and the working tree)",
    [
      option("--suite <id>", "the suite to run on both").default("default"),
      ...cases(),
      answer(),
      option(
        "--replace <layer=file>",
        "B is A, or the B that is named, with this file for a layer; may be repeated",
      ).argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]),
      option(
        "--corpus-ref <ref>",
        "cases, scenarios, suites and models of this ref (default: the working tree)",
      ),
      option(
        "--goal <goal>",
        "when to stop: a loss is ruled out, or it is known whether B is better",
      ).choices(["no-regression", "prove-improvement"]),
      option(
        "--margin <points>",
        "the drop that has to be ruled out, in points of a hundred (default: 5)",
      ).argParser(parsePoints),
      ...stored(),
      ...ceilings("the comparison"),
      option("--fresh", "start anew, whatever comparison was left unfinished"),
      option(
        "--dry-run",
        "say what can be affected, what it would take and could show, and run nothing",
      ).conflicts(["throughGate", "sessions"]),
      option(
        "--baseline <run>",
        "with sampled answers: take A's runs from this stored comparison, if nothing but B has changed since",
      ).conflicts(["throughGate", "sessions", "dryRun"]),
      option(
        "--through-gate",
        "with the same version twice: how often the gate fails when nothing has changed",
      ),
      option("--times <n>", "with --through-gate: how often it is tried (default: 20)").argParser(
        parseRepeat,
      ),
      listOption("--sessions <file>", "instead: outcomes of recorded sessions; A and B are recipe hashes"),
      json(),
    ],
  )
    .addHelpText("after", operandHelp)
    .action(async (a: string | undefined, b: string | undefined, _, command: Command) =>
      done((await import("../ab.ts")).abCommand(io, a, b, command.optsWithGlobals())),
    );

  verb(program, "bisect", "find the first commit, and the layer, that loses cases", [
    option("--good <ref>", "a commit at which the cases pass").makeOptionMandatory(),
    option("--bad <ref>", "a later commit at which they fail").default("HEAD"),
    listOption("--case <id>", "a case that was lost").makeOptionMandatory(),
    option("--suite <id>", "the suite whose models answer").default("default"),
    answer(),
    option("--repeat <n>", "runs on each commit (default: 1 of deterministic answers, else 10)").argParser(
      parseRepeat,
    ),
    ...stored(),
    ...ceilings("it"),
    option("--fresh", "forget what is known of the commits"),
    option("--dry-run", "say what it will take, and run nothing"),
    json(),
  ]).action(async (_, command: Command) =>
    done((await import("../bisect.ts")).bisectCommand(io, command.optsWithGlobals())),
  );

  verb(
    program,
    "trust",
    "what stored runs tell about the corpus: cases that flake, and cases that tell nothing apart",
    [listOption("--runs <dir>", "a run's folder, or one that holds runs (default: reports/runs)"), json()],
  ).action(async (_, command: Command) =>
    done((await import("../trust.ts")).trustCommand(io, command.optsWithGlobals())),
  );
}
