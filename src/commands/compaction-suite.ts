import {
  checkCompaction,
  compactFinding,
  type SurvivalOptions,
  type SurvivalRun,
  type SurvivalSelection,
} from "../compact/index.ts";
import type { Project } from "../load/index.ts";
import {
  belowFloor,
  readChartJs,
  renderSurvivalCsv,
  renderSurvivalHtml,
  renderSurvivalText,
  type SurvivalFacts,
  type SurvivalView,
  viewSurvival,
} from "../report/index.ts";
import type { RunFolder } from "../run/index.ts";
import { type Finding, stableJson } from "../util/index.ts";
import { type Io, wantsColor } from "./io.ts";
import { printFindings } from "./print-findings.ts";

/** What the sessions of `corpus/compaction/` came to. */
export interface Survival {
  view: SurvivalView;
  /** 1: something that must survive did not. 3: it could not be decided. */
  code: 0 | 1 | 3;
  /** It was interrupted, and the rest was not run. */
  interrupted: boolean;
}

/** Compacts the sessions of a project and says what became of their facts. Throws a UserError for an empty selection. */
export async function runCompactionSuite(
  io: Io,
  project: Project,
  selection: SurvivalSelection = {},
  options: SurvivalOptions = {},
): Promise<Survival> {
  const { runs, findings, interrupted } = await checkCompaction(project, selection, {
    signal: io.signal,
    ...options,
  });
  const failures = [...findings, ...belowFloor(runs)];
  const open = undecided(runs);
  printFindings(io, [...failures.filter(({ severity }) => severity === "warning"), ...open]);
  const view = viewSurvival(runs, failures);
  const code = view.totals.failures > 0 ? 1 : open.length > 0 ? 3 : 0;
  return { view, code, interrupted };
}

/** What says that nothing was proven: no boundary that could be looked at, a model that did not answer. */
function undecided(runs: readonly SurvivalRun[]): Finding[] {
  const findings: Finding[] = [];
  const own = runs.filter((run) => run.own && run.known === null && run.strategy !== "noop");
  for (const group of Map.groupBy(own, ({ stack, variant }) => `${stack}\0${variant}`).values()) {
    const { stack, strategy, summarizer } = group[0]!;
    const boundaries = group.flatMap((run) => run.boundaries);
    const compacted = boundaries.filter(({ outcome }) => outcome === "compacted");
    if (!compacted.some(({ facts }) => facts.some(({ survived }) => survived !== null)))
      findings.push(compactFinding("nothing-compacted", { stack, strategy }));
    const failed = boundaries.filter(({ outcome }) => outcome === "failed");
    if (summarizer === "extractive" || failed.length === 0) continue;
    const args = {
      stack,
      strategy,
      model: summarizer,
      failed: failed.length,
      reason: failed[0]!.reason ?? "",
    };
    findings.push(compactFinding("summaries-failed", args));
  }
  const unasked = runs.flatMap(({ probes, summarizer }) =>
    probes.filter(({ reason }) => reason !== null).map(({ reason }) => ({ summarizer, reason: reason! })),
  );
  if (unasked.length > 0) {
    const { summarizer: model, reason } = unasked[0]!;
    findings.push(compactFinding("probes-unmeasured", { model, unmeasured: unasked.length, reason }));
  }
  return findings;
}

/** Writes survival.json, survival.csv and survival.html to the folder of a run. */
export function writeSurvival(
  folder: Pick<RunFolder, "write">,
  { view }: Survival,
  facts: SurvivalFacts,
): void {
  const { id, created, commit, dirty } = facts;
  folder.write("survival.json", `${stableJson({ strata: 1, id, created, commit, dirty, ...view }, 2)}\n`);
  folder.write("survival.csv", renderSurvivalCsv(view));
  folder.write("survival.html", renderSurvivalHtml(view, facts, { chartJs: readChartJs() }));
}

/** Prints a survival run. */
export function printSurvival(io: Io, { view }: Survival, everyRow: boolean): void {
  const width = io.stdout.columns ?? (io.stdout.isTTY ? 100 : Infinity);
  io.stdout.write(renderSurvivalText(view, { color: wantsColor(io.stdout, io.env), width, everyRow }));
}

/** Filters of `strata eval`. */
interface EvalFilters {
  suite: string;
  case?: unknown;
  tag?: unknown;
  profile?: unknown;
  model?: unknown;
  variant?: unknown;
  answer?: unknown;
  shard?: unknown;
  stack?: readonly string[];
}

/**
 * The sessions as part of the default suite, which asks nobody: they run with it when nothing but a stack is selected.
 * null where they do not run, and in a repository without any.
 */
export async function evalSurvival(io: Io, project: Project, filters: EvalFilters): Promise<Survival | null> {
  const { suite, stack: stacks, case: cases, tag, profile, model, variant, answer, shard } = filters;
  const filtered = [cases, tag, profile, model, variant, answer, shard].some(
    (filter) => filter !== undefined,
  );
  if (suite !== "default" || filtered || project.sessions.length === 0) return null;
  const compacted = [...project.stacks.values()].flatMap((variants) => {
    const { id, compaction } = variants.get("default")!;
    return compaction !== null && (stacks?.includes(id) ?? true) ? [id] : [];
  });
  if (compacted.length === 0) return null;
  return runCompactionSuite(io, project, { stacks: compacted, ownOnly: true });
}
