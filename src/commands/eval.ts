import { worst } from "../gate/index.ts";
import { viewRun } from "../report/index.ts";
import { exitCodeOf, planRun, pointLatest, runPlan, type Selection, type Shard } from "../run/index.ts";
import { plainLine, UserError } from "../util/index.ts";
import { evalSurvival, writeSurvival } from "./compaction-suite.ts";
import { dryRun } from "./dry-run.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject } from "./open-project.ts";
import { printFindings } from "./print-findings.ts";
import { createProgress } from "./progress.ts";
import { showCase } from "./show-case.ts";
import { type RunFlags, runSettings } from "./run-settings.ts";
import { printRun, writeReports } from "./write-reports.ts";

export interface EvalOptions extends RunFlags {
  root?: string;
  suite: string;
  case?: string[];
  tag?: string[];
  stack?: string[];
  profile?: string[];
  model?: string[];
  variant?: string[];
  answer?: string;
  repeat?: number;
  shard?: Shard;
  dryRun?: boolean;
  show?: boolean;
  json?: boolean;
  retryUnmeasured?: boolean;
  batch?: boolean;
}

/** `strata eval`: runs a suite, writes the run's folder, prints the table. */
export async function evalCommand(io: Io, options: EvalOptions): Promise<number> {
  const root = findRoot(io, options.root);
  if (options.show && options.case?.length !== 1)
    throw new UserError([commandFinding("show-needs-case", {})]);
  const project = openProject(root, io.parsed);
  const selection = selectionOf(options);
  const plan = planRun(project, selection);
  printFindings(
    io,
    plan.trials.flatMap(({ assembly }) => assembly.diagnostics),
  );
  const { retryUnmeasured, batch } = options;
  const settings = { ...runSettings(io, root, options), retryUnmeasured, batch };
  if (options.dryRun) return dryRun(io, plan, selection, { ...settings, json: options.json === true });
  if (options.show) return showCase(io, plan, { ...settings, json: options.json === true });

  const progress = createProgress(io, plan.trials.length);
  const result = await runPlan(plan, selection, {
    ...settings,
    onProgress: progress.update,
    onNotice: (line) => io.stderr.write(`${plainLine(line)}\n`),
  });
  progress.end();
  printFindings(io, result.findings);
  for (const lines of result.misses) {
    // What prompts hold is shown line by line, and never as a line of ours.
    io.stderr.write(`${lines.map((line) => `  ${plainLine(line)}`).join("\n")}\n`);
  }
  const view = viewRun(result, plan.suite);
  const survival = result.interrupted ? null : await evalSurvival(io, project, options);
  writeReports(result.folder, view, survival?.view);
  if (survival !== null) writeSurvival(result.folder, survival, { ...view, dirty: view.dirty === true });
  pointLatest(root, result.id);
  printRun(io, view, options.json === true, survival?.view);
  io.stderr.write(`report: ${result.folder.dir}/report.html\n`);
  if (result.interrupted) return 130;
  if (survival?.interrupted) return 130;
  const code = worst([exitCodeOf(view.totals), survival?.code ?? 0]);
  // What was not run could not be decided, whatever the rest says.
  return code === 0 && result.trials.length < result.planned ? 3 : code;
}

function selectionOf(options: EvalOptions): Selection {
  const {
    suite,
    case: cases,
    tag: tags,
    stack: stacks,
    profile: profiles,
    model: models,
    variant: variants,
  } = options;
  const filters = {
    cases,
    tags,
    stacks,
    profiles,
    models,
    variants,
    answer: options.answer,
    repeat: options.repeat,
    shard: options.shard,
  };
  return { suite, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) };
}
