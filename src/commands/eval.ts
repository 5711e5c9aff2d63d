import { availableParallelism } from "node:os";
import {
  readChartJs,
  renderCsv,
  renderHtml,
  renderTerminal,
  type RunView,
  summarize,
  viewRun,
} from "../report/index.ts";
import {
  exitCodeOf,
  type Plan,
  planRun,
  pointLatest,
  type RunResult,
  runPlan,
  type Selection,
} from "../run/index.ts";
import { stableJson, UserError } from "../util/index.ts";
import { type Io, wantsColor } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject } from "./open-project.ts";
import { printFindings } from "./print-findings.ts";
import { createProgress } from "./progress.ts";
import { showCase } from "./show-case.ts";
import { readVersions } from "./versions.ts";

export interface EvalOptions {
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
  dryRun?: boolean;
  show?: boolean;
  json?: boolean;
}

/** `strata eval`: runs a suite, writes the run's folder, prints the table. */
export async function evalCommand(io: Io, options: EvalOptions): Promise<number> {
  const root = findRoot(io, options.root);
  if (options.show && options.case?.length !== 1)
    throw new UserError([commandFinding("show-needs-case", {})]);
  const project = openProject(root);
  const selection = selectionOf(options);
  const plan = planRun(project, selection);
  printFindings(
    io,
    plan.trials.flatMap(({ assembly }) => assembly.diagnostics),
  );
  if (options.dryRun) return dryRun(io, plan, options);
  if (options.show) return showCase(io, plan, options.json === true);

  const progress = createProgress(io, plan.trials.length);
  const result = await runPlan(plan, selection, {
    ...{ root, now: io.now(), random: io.random, signal: io.signal, versions: readVersions() },
    concurrency: availableParallelism() * 4,
    onProgress: progress.update,
  });
  progress.end();
  printFindings(io, result.findings);
  const view = viewRun(result, plan.suite);
  writeReports(result, view);
  pointLatest(root, result.id);
  if (options.json)
    io.stdout.write(`${stableJson({ schema: 1, ...summarize(view), problems: view.problems }, 2)}\n`);
  else
    io.stdout.write(
      renderTerminal(view, {
        color: wantsColor(io.stdout, io.env),
        width: io.stdout.columns ?? (io.stdout.isTTY ? 100 : Infinity),
      }),
    );
  io.stderr.write(`report: ${result.folder.dir}/report.html\n`);
  return result.interrupted ? 130 : exitCodeOf(view.totals);
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
  };
  return { suite, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) };
}

function dryRun(io: Io, plan: Plan, options: EvalOptions): number {
  const skipped = plan.trials.filter(({ skip }) => skip !== undefined).length;
  const requests = new Set(
    plan.trials.flatMap((trial) => (trial.request === null || trial.skip ? [] : [trial.requestKey])),
  );
  const combinations = new Set(
    plan.trials.map(({ assembly: a }) => `${a.stack} ${a.variant} ${a.profile} ${a.model}`),
  );
  const cases = new Set(plan.trials.map((trial) => trial.case.id));
  const counts = {
    ...{ trials: plan.trials.length, cases: cases.size, combinations: combinations.size },
    ...{ requests: requests.size, skipped },
  };
  if (options.json) io.stdout.write(`${stableJson({ schema: 1, suite: plan.suite, ...counts }, 2)}\n`);
  else {
    const { trials, requests: asked } = counts;
    io.stdout.write(
      `${trials} trials: ${counts.cases} cases on ${counts.combinations} combinations; ` +
        `${asked} different requests, ${skipped} skipped. Nothing was run.\n`,
    );
  }
  return 0;
}

function writeReports({ folder }: RunResult, view: RunView): void {
  folder.write("summary.json", `${stableJson(summarize(view), 2)}\n`);
  folder.write("results.csv", renderCsv(view));
  folder.write("report.html", renderHtml(view, { chartJs: readChartJs() }));
}
