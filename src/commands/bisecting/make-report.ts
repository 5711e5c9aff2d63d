import { layersAtFault, type LostAt } from "../../gate/index.ts";
import type { Commit, Project, Repository } from "../../load/index.ts";
import type { BisectReport } from "../../report/index.ts";
import type { ProbeSettings } from "./probe-commit.ts";
import { type Found, rate } from "./run-bisect.ts";

/** The commits that are bisected. */
export interface Range {
  good: string;
  bad: string;
  /** Oldest first. */
  commits: Commit[];
}

type OpenCommit = (commit: string) => Promise<{ project: Project } | { reason: string }>;

/** Names the layer beside the commit: what it changed in the prompts that lost the cases. */
export async function makeReport(
  repository: Repository,
  {
    settings,
    range,
    found,
    calls,
    open,
  }: { settings: ProbeSettings; range: Range; found: Found; calls: number; open: OpenCommit },
): Promise<BisectReport> {
  const first = found.first.map((at) => range.commits[at]!);
  const lastGood = found.lastGood < 0 ? range.good : range.commits[found.lastGood]!.commit;
  const last = first.at(-1)!.commit;
  const [a, b] = [await open(lastGood), await open(last)];
  const fault =
    "reason" in a || "reason" in b
      ? { layers: [], restore: [], added: [] }
      : layersAtFault(
          { tree: await repository.tree(lastGood), prompts: a.project },
          { tree: await repository.tree(last), prompts: b.project },
          found.units.map((unit) => lostAt(unit, b.project.cases)),
        );
  return {
    ...{ good: range.good, bad: range.bad, suite: settings.suite, cases: settings.cases, first, lastGood },
    ...{ layers: fault.layers, files: [...fault.restore, ...fault.added] },
    units: found.units.map((unit) => ({
      ...{ case: unit.case, combination: unit.combination, good: rate(unit.good), bad: rate(unit.bad) },
    })),
    ...{ commits: range.commits.length, tried: found.tried, skipped: found.skipped, calls },
  };
}

function lostAt(
  { case: id, combination }: Found["units"][number],
  cases: readonly { id: string; scenario?: string | undefined }[],
): LostAt {
  const [, stack = "", variant = "", profile = "", model = ""] = /^(.+?)@(.+?)\/(.+?) for (.+)$/.exec(
    combination,
  )!;
  const scenario = cases.find((item) => item.id === id)?.scenario;
  return { stack, variant: { before: variant, after: variant }, profile, model, scenario };
}
