import { loadProjectAt, type Project, type Repository, type SourceTree } from "../../load/index.ts";
import {
  isLocal,
  offlineRunner,
  openRounds,
  type Plan,
  planRun,
  type RoundsOptions,
} from "../../run/index.ts";
import { isUserError } from "../../util/index.ts";

/** What is run on every commit that is tried. */
export interface ProbeSettings {
  suite: string;
  cases: string[];
  answer?: string | undefined;
}

/** What one case scenario in one combination did on one commit. */
export interface UnitRuns {
  case: string;
  combination: string;
  passes: number;
  /** Measured ones. */
  runs: number;
  unmeasured: number;
}

export type Probe =
  /** The commit cannot be tried. */
  | { kind: "skip"; reason: string }
  | { kind: "measured"; units: UnitRuns[]; calls: number; usd: number; stopped: string | null };

/** The prompts of a commit, on the corpus of the working tree; null with a reason where they do not load. */
export async function openCommit(
  { repository, tree, settings }: { repository: Repository; tree: SourceTree; settings: ProbeSettings },
  commit: string,
): Promise<{ project: Project } | { reason: string }> {
  const { project, findings } = await loadProjectAt(repository, commit, tree);
  const wanted = project.cases.filter(({ id }) => settings.cases.includes(id));
  // Other stacks may be broken, or not there yet.
  const stacks = new Set(wanted.map(({ stack }) => stack));
  const lacking = [...stacks].find((id) => !project.stacks.has(id));
  const own = findings.find(
    ({ severity, file = "" }) =>
      severity === "error" &&
      [...stacks].some((id) => file.includes(`:prompts/${id}/`) || file.endsWith("models.yaml")),
  );
  if (own !== undefined) return { reason: own.message };
  return lacking === undefined ? { project } : { reason: `it has no stack ${lacking}` };
}

/** Plans the cases on a project. Throws a UserError where they cannot be asked there. */
export function planCases(project: Project, settings: ProbeSettings, repeat: number): Plan {
  const { answer, ...selection } = settings;
  return planRun(project, { ...selection, repeat, ...(answer === undefined ? {} : { answer }) });
}

/** As {@link planCases}, with a reason in place of an error. */
export function planProbe(
  project: Project,
  settings: ProbeSettings,
  repeat: number,
): { plan: Plan } | { reason: string } {
  try {
    return { plan: planCases(project, settings, repeat) };
  } catch (error) {
    if (isUserError(error)) return { reason: error.findings[0]!.message };
    throw error;
  }
}

/** Whether nothing of a plan varies from run to run: the embedded reader answers, or nobody. */
export function isExact({ trials }: Plan): boolean {
  return trials.every(({ answer }) => answer === null || isLocal(answer));
}

/** Runs a plan; one that asks models journals its trials, so that an interrupted probe goes on. */
export async function runProbe(
  plan: Plan,
  commit: string,
  settings: ProbeSettings,
  options: RoundsOptions,
): Promise<Probe> {
  if (isExact(plan)) {
    const run = offlineRunner(plan);
    const trials = [];
    for (const trial of plan.trials) trials.push(await run(trial));
    return { kind: "measured", units: countUnits(trials), calls: 0, usd: 0, stopped: null };
  }
  const selection = { kind: "bisect", commit, ...settings, trials: plan.trials.length };
  const rounds = await openRounds(plan, [], selection, { kind: "bisect", commit }, options);
  let done = false;
  try {
    const trials = await rounds.run(rounds.plan.trials);
    const usd = [...trials.values()].reduce((sum, { spent }) => sum + (spent?.costUsd ?? 0), 0);
    const stopped = rounds.interrupted() ? "interrupted" : rounds.stopped();
    done = trials.size === plan.trials.length;
    return { kind: "measured", units: countUnits([...trials.values()]), calls: rounds.calls(), usd, stopped };
  } finally {
    rounds.close(done);
  }
}

interface Counted {
  case: string;
  stack: string;
  variant: string;
  profile: string;
  model: string;
  status: "passed" | "failed" | "skipped" | "unmeasured";
}

function countUnits(trials: readonly Counted[]): UnitRuns[] {
  const named = trials.map((trial) => ({ trial, combination: nameOf(trial) }));
  const groups = Map.groupBy(named, ({ trial, combination }) => `${trial.case}\0${combination}`);
  return [...groups.values()].map((group) => {
    const { trial, combination } = group[0]!;
    const passes = group.filter((one) => one.trial.status === "passed").length;
    const failed = group.filter((one) => one.trial.status === "failed").length;
    const runs = passes + failed;
    return { case: trial.case, combination, passes, runs, unmeasured: group.length - runs };
  });
}

function nameOf({ stack, variant, profile, model }: Counted): string {
  return `${stack}@${variant}/${profile} for ${model}`;
}
