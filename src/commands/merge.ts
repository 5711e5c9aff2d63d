import path from "node:path";
import { viewRun } from "../report/index.ts";
import { createRunFolder, exitCodeOf, findRuns, mergeRuns, pointLatest } from "../run/index.ts";
import type { Io } from "./io.ts";
import { findRoot } from "./open-project.ts";
import { printFindings } from "./print-findings.ts";
import { printRun, writeReports } from "./write-reports.ts";

export interface MergeOptions {
  root?: string;
  json?: boolean;
}

/** `strata merge`: joins the runs of several machines into one, with its reports. Calls nobody. */
export async function mergeCommand(io: Io, dirs: readonly string[], options: MergeOptions): Promise<number> {
  const root = findRoot(io, options.root);
  const runs = findRuns(dirs.map((dir) => path.resolve(io.cwd, dir)));
  const { facts, trials, planned, findings } = mergeRuns(runs);
  printFindings(io, findings);
  const { id: _id, created, finished: _finished, ...kept } = facts;
  const merged = runs.map((run) => run.facts.id);
  const folder = createRunFolder(root, io.now(), io.random, { ...kept, merged });
  try {
    for (const trial of trials) folder.append(trial);
    folder.state(io.now().toISOString());
    const { commit, dirty, mustPass, suite } = facts;
    const revision = commit === null ? null : { commit, dirty: dirty ?? false };
    const view = viewRun(
      { id: folder.id, created, trials, planned, mustPass, revision, stopped: "a missing shard" },
      suite,
    );
    writeReports(folder, view);
    pointLatest(root, folder.id);
    printRun(io, view, options.json === true);
    io.stderr.write(`report: ${folder.dir}/report.html\n`);
    const code = exitCodeOf(view.totals);
    // A shard that is not there could not be decided, whatever the others say.
    return code === 0 && trials.length < planned ? 3 : code;
  } finally {
    folder.close();
  }
}
