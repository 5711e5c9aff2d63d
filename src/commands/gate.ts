import path from "node:path";
import { diffVersions } from "../compare/index.ts";
import {
  comparedOf,
  type Gate,
  gateFinding,
  type GateReport,
  judgeGate,
  loadGate,
  readQuarantine,
  revertCommand,
} from "../gate/index.ts";
import { diskTree, openRepository, type Project, type SourceTree } from "../load/index.ts";
import { gateReports } from "../report/index.ts";
import { pointLatest } from "../run/index.ts";
import { type Finding, isUserError, nearest, UserError } from "../util/index.ts";
import { cheapParts } from "./gating/cheap-parts.ts";
import { compactionPart } from "./gating/compaction-part.ts";
import { compareSuites } from "./gating/compare-suites.ts";
import { findFault } from "./gating/find-fault.ts";
import { findGateBase } from "./gating/find-gate-base.ts";
import { judgeStored } from "./gating/judge-stored.ts";
import { showGate } from "./gating/show-gate.ts";
import { writeSurvival } from "./compaction-suite.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, openProject } from "./open-project.ts";
import { createProgress } from "./progress.ts";
import { type RunFlags, runSettings } from "./run-settings.ts";

export interface GateOptions extends RunFlags {
  root?: string;
  base?: string;
  from?: string;
  baseline?: string;
  summary?: string;
  json?: boolean;
}

/** `strata gate`: lock, lint, comparison with the base and compaction as one verdict and one exit code. */
export async function gateCommand(io: Io, options: GateOptions): Promise<number> {
  const root = findRoot(io, options.root);
  const tree = diskTree(root, io.parsed);
  const { gate, project } = openGate(io, root, tree);
  checkOptions(options);
  const { json, summary } = options;
  if (options.from !== undefined) {
    const choice = { root, cwd: io.cwd, from: options.from, baseline: options.baseline };
    const report = judgeStored(choice, gate, readQuarantine(gate, project.cases, io.now()));
    showGate(io, report, { json, summary, folders: [] });
    return report.exitCode;
  }
  const repository = await openRepository(root);
  const base = await findGateBase(repository, tree, options.base);
  const before = await repository.tree(base.commit);
  const input = {
    ...{ root, repository, gate, env: io.env, today: io.now() },
    ...{ now: { tree, project }, base: { tree: before } },
  };
  const cheap = await cheapParts(input);
  const compaction = await compactionPart(io, project, gate);
  const parts = [...cheap.parts, compaction.part];
  const progress = createProgress(io, 0);
  const settings = { ...runSettings(io, root, options), onProgress: progress.update };
  const compared = await compareSuites(input, base, { ...cheap, parts }, settings);
  progress.end();
  if (compaction.survival?.interrupted === true) return 130;
  const results = compared.runs.map(({ result }) => result);
  if (results.some(({ exitCode }) => exitCode === 130)) return 130;
  const fault = await findFault(results, compared.versions, { before, after: tree });
  const report: GateReport = {
    ...judgeGate([...parts, compared.part], compared.verdict),
    ...{
      base,
      shrunk: cheap.shrunk,
      comparisons: results.map(comparedOf),
      mustPassUnmeasured: compared.mustPassUnmeasured,
    },
    ...{
      fault,
      revert: fault && revertCommand(fault, base.commit.slice(0, 12), path.relative(io.cwd, root)),
    },
    reports: compared.runs.map(({ folder }) => path.join(path.relative(io.cwd, folder.dir), "report.html")),
  };
  for (const run of compared.runs) {
    const { affected, id, created, suite } = run.result;
    const diff = affected.units === 0 ? null : await diffVersions(compared.versions!, { suite }, repository);
    for (const [name, content] of Object.entries(gateReports(run, diff, report)))
      run.folder.write(name, content);
    const facts = { id, created, commit: null, dirty: false };
    if (compaction.survival !== null) writeSurvival(run.folder, compaction.survival, facts);
    pointLatest(root, id);
  }
  showGate(io, report, { json, summary, folders: compared.runs.map(({ folder }) => folder) });
  return report.exitCode;
}

function checkOptions({ from, base, baseline }: GateOptions): void {
  const problems = [
    ...(from !== undefined && base !== undefined ? [commandFinding("from-and-base", {})] : []),
    ...(from === undefined && baseline !== undefined ? [commandFinding("baseline-without-from", {})] : []),
  ];
  if (problems.length > 0) throw new UserError(problems);
}

/** Throws one UserError with all that is wrong with the gate's settings, the prompts and the corpus. */
function openGate(io: Io, root: string, tree: SourceTree): { gate: Gate; project: Project } {
  const { gate, findings } = loadGate(tree);
  let project: Project;
  try {
    project = openProject(root, io.parsed);
  } catch (error) {
    if (isUserError(error)) throw new UserError([...error.findings, ...findings]);
    throw error;
  }
  const all = [...findings, ...unknownSuites(gate, [...project.suites.keys()])];
  if (all.length > 0) throw new UserError(all);
  return { gate, project };
}

function unknownSuites({ suites, file, lineAt }: Gate, known: readonly string[]): Finding[] {
  return Object.keys(suites)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const place = { file, line: lineAt(["suites", name]) };
      return gateFinding("gate-unknown-suite", { name, near: nearest(name, known) }, place);
    });
}
