import { type Fault, layersAtFault } from "../../gate/index.ts";
import {
  type Commit,
  loadProjectAt,
  memoryTree,
  type Repository,
  type SourceTree,
} from "../../load/index.ts";
import type { BisectReport } from "../../report/index.ts";
import { narrowFault } from "../gating/narrow-fault.ts";
import { openCommit, type ProbeSettings } from "./probe-commit.ts";
import { type Found, rate } from "./run-bisect.ts";

/** The commits that are bisected. */
export interface Range {
  good: string;
  bad: string;
  /** Oldest first. */
  commits: Commit[];
}

/** What a report is made of. */
export interface Bisected {
  settings: ProbeSettings;
  range: Range;
  found: Found;
  exact: boolean;
  calls: number;
  /** The working tree: its corpus is what every commit is tried on. */
  tree: SourceTree;
}

/** Names the layer beside the commit: what it changed in the prompts that lost the cases. */
export async function makeReport(repository: Repository, bisected: Bisected): Promise<BisectReport> {
  const { settings, range, found, calls } = bisected;
  const first = found.first.map((at) => range.commits[at]!);
  const lastGood = found.lastGood < 0 ? range.good : range.commits[found.lastGood]!.commit;
  const fault = await findFault(repository, bisected, { before: lastGood, after: first.at(-1)!.commit });
  return {
    ...{ good: range.good, bad: range.bad, suite: settings.suite, cases: settings.cases, first, lastGood },
    ...{ layers: fault.layers, files: [...fault.restore, ...fault.added] },
    units: found.units.map((unit) => ({
      ...{ case: unit.case, combination: unit.combination, good: rate(unit.good), bad: rate(unit.bad) },
    })),
    ...{ commits: range.commits.length, tried: found.tried, skipped: found.skipped, calls },
  };
}

/** Empty where one of the commits does not load. */
async function findFault(
  repository: Repository,
  { settings, found, exact, tree }: Bisected,
  commits: { before: string; after: string },
): Promise<Fault> {
  const open = (commit: string) => openCommit({ repository, tree, settings }, commit);
  const [a, b] = [await open(commits.before), await open(commits.after)];
  if ("reason" in a || "reason" in b) return { layers: [], restore: [], added: [] };
  const { cases } = b.project;
  const trees = {
    before: await repository.tree(commits.before),
    after: await repository.tree(commits.after),
  };
  const { byLayer, ...all } = layersAtFault(
    { tree: trees.before, prompts: a.project },
    { tree: trees.after, prompts: b.project },
    found.units.map((unit) => {
      const { variant, ...at } = placeOf(unit);
      const scenario = cases.find(({ id }) => id === unit.case)?.scenario;
      return { ...at, variant: { before: variant, after: variant }, scenario };
    }),
  );
  if (!exact) return all;
  const firsts = new Map(found.units.map((unit) => [unit.case, unit]));
  const lost = [...firsts.values()].map((unit) => ({ case: unit.case, ...placeOf(unit) }));
  return narrowFault({ ...all, byLayer }, lost, {
    ...{ suite: settings.suite, answer: settings.answer, before: trees.before },
    load: async (files) =>
      loadProjectAt({ tree: async () => memoryTree(files, trees.after) }, commits.after, tree),
  });
}

/** A combination by its name; see runProbe. */
function placeOf({ combination }: Pick<Found["units"][number], "combination">) {
  const [, stack = "", variant = "", profile = "", model = ""] = /^(.+?)@(.+?)\/(.+?) for (.+)$/.exec(
    combination,
  )!;
  return { stack, variant, profile, model };
}
