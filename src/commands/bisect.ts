import { caseHash, hashWorlds } from "../compare/index.ts";
import { addMoney, formatMoney, noMoney } from "../cost/index.ts";
import { diskTree, openRepository, type Repository, type SourceTree } from "../load/index.ts";
import { renderBisect } from "../report/index.ts";
import { estimateRun, type Plan, type RoundsOptions } from "../run/index.ts";
import { plainLine, stableJson, UserError } from "../util/index.ts";
import { openBisectState } from "./bisecting/bisect-state.ts";
import { makeReport, type Range } from "./bisecting/make-report.ts";
import {
  isExact,
  openCommit,
  planCases,
  planProbe,
  type ProbeSettings,
  runProbe,
} from "./bisecting/probe-commit.ts";
import { type BisectTools, type Found, probesAtMost, runBisect } from "./bisecting/run-bisect.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject } from "./open-project.ts";
import { type RunFlags, runSettings } from "./run-settings.ts";
import { readVersions } from "./versions.ts";

export interface BisectOptions extends RunFlags {
  root?: string;
  good: string;
  bad: string;
  case: string[];
  suite: string;
  answer?: string;
  repeat?: number;
  dryRun?: boolean;
  json?: boolean;
}

/** What varies from answer to answer is run so often on each commit. */
const sampledRuns = 10;

/** `strata bisect`: the first commit that loses cases, and the layer. Reads commits; the working tree is left alone. */
export async function bisectCommand(io: Io, options: BisectOptions): Promise<number> {
  const root = findRoot(io, options.root);
  const tree = diskTree(root);
  const today = openProject(root);
  const repository = await openRepository(root);
  const range = await commitsBetween(repository, options);
  const settings: ProbeSettings = { suite: options.suite, cases: options.case, answer: options.answer };
  const open = (commit: string) => openCommit({ repository, tree, settings }, commit);
  // Names that do not exist are told here, before any commit is opened.
  const sample = planCases(today, settings, options.repeat ?? 1);
  const exact = isExact(sample);
  const repeat = options.repeat ?? (exact ? 1 : sampledRuns);
  const run = { ...runSettings(io, root, options), onProgress: () => {} };
  if (!exact || options.dryRun === true) {
    const plan = planCases(today, settings, repeat);
    io.stderr.write(await describeCost(plan, settings, range.commits.length, run));
    if (options.dryRun === true) return 0;
  }
  const state = openBisectState(
    root,
    {
      ...settings,
      good: range.good,
      bad: range.bad,
      strata: readVersions()["strata"],
      corpus: keysOf(sample, tree),
    },
    options.fresh === true,
  );
  if (state.known > 0) io.stderr.write(`goes on: ${state.known} outcomes are known. --fresh starts anew.\n`);
  const used = { calls: 0, usd: 0 };
  const probe: BisectTools["probe"] = async (commit, runs) => {
    const known = state.get(commit, runs);
    if (known !== undefined) return known;
    const opened = await open(commit);
    const plan = "reason" in opened ? opened : planProbe(opened.project, settings, runs);
    if ("reason" in plan) {
      const skip = { kind: "skip", reason: plan.reason } as const;
      state.set(commit, runs, skip);
      return skip;
    }
    const done = await runProbe(plan.plan, commit, settings, { ...run, ...ceilingsLeft(run, used) });
    if (done.kind === "skip") return done;
    used.calls += done.calls;
    used.usd += done.usd;
    const unmeasured = done.units.every((unit) => unit.runs === 0);
    const reason = done.stopped ?? (unmeasured ? "no run could be measured" : null);
    if (reason !== null)
      throw new UserError([commandFinding("probe-stopped", { commit: commit.slice(0, 12), reason })], 3);
    state.set(commit, runs, done);
    return done;
  };
  const onProbe: BisectTools["onProbe"] = ({ commit, subject }, outcome, left) =>
    void io.stderr.write(
      plainLine(`${outcome.padEnd(5)} ${commit.slice(0, 12)}  ${subject}`).concat(`, ${left} left\n`),
    );
  let found: Found;
  try {
    found = await runBisect(range.good, range.commits, { probe, exact, repeat, onProbe });
  } catch (error) {
    if (io.signal.aborted) return 130;
    throw error;
  }
  const report = await makeReport(repository, { settings, range, found, exact, calls: used.calls, tree });
  io.stdout.write(options.json ? `${stableJson({ schema: 1, ...report }, 2)}\n` : renderBisect(report));
  return report.first.length === 1 ? 0 : 3;
}

async function commitsBetween(repository: Repository, { good: a, bad: b }: BisectOptions): Promise<Range> {
  const [good, bad] = [await repository.resolve(a), await repository.resolve(b)];
  const after = await repository.log({ paths: [], range: `${bad}..${good}` });
  if (after.length > 0) throw new UserError([commandFinding("not-an-ancestor", { good: a, bad: b })]);
  const newestFirst = await repository.log({
    paths: ["prompts"],
    range: `${good}..${bad}`,
    firstParent: true,
  });
  if (newestFirst.length === 0) throw new UserError([commandFinding("nothing-between", { good: a, bad: b })]);
  return { good, bad, commits: newestFirst.toReversed() };
}

/** What makes the outcome of a commit another one: the cases with their worlds, and how they are graded. */
function keysOf({ trials }: Plan, tree: SourceTree): string[] {
  const worlds = hashWorlds(tree, new Set(trials.map(({ assembly }) => assembly.scenario)));
  return [
    ...new Set(trials.map((trial) => `${trial.case.id} ${caseHash(trial, { worlds })} ${trial.gradeKey}`)),
  ].toSorted();
}

async function describeCost(
  plan: Plan,
  settings: ProbeSettings,
  commits: number,
  run: RoundsOptions,
): Promise<string> {
  const probes = probesAtMost(commits);
  const { models, cost } = await estimateRun(plan, settings, run);
  const calls = models.reduce((sum, one) => sum + one.calls, 0);
  const total = Array.from({ length: probes }).reduce<typeof noMoney>(
    (sum) => models.reduce((all, { costUsd }) => addMoney(all, costUsd), sum),
    noMoney,
  );
  const each = calls === 0 ? "no call" : `${calls} calls, about ${formatMoney(cost)}`;
  return (
    `${commits} commits touch the prompts: at most ${probes} are run, ${each} each` +
    `${calls === 0 ? "" : `, ${calls * probes} calls and about ${formatMoney(total)} in all`}; an equal prompt is asked once.\n`
  );
}

function ceilingsLeft(
  { maxCalls, maxCost }: RoundsOptions,
  used: { calls: number; usd: number },
): Pick<RoundsOptions, "maxCalls" | "maxCost"> {
  const left = (limit: number | undefined, spent: number) =>
    limit === undefined ? undefined : Math.max(0, limit - spent);
  return { maxCalls: left(maxCalls, used.calls), maxCost: left(maxCost, used.usd) };
}
