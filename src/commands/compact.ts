import {
  compactFinding,
  type Fault,
  faults,
  type StrategyId,
  type SurvivalOptions,
  type SurvivalSelection,
} from "../compact/index.ts";
import { readRevision, type Project } from "../load/index.ts";
import { createModel, createRedactor, secretsOf } from "../model/index.ts";
import { createRunFolder } from "../run/index.ts";
import { nearest, stableJson, UserError } from "../util/index.ts";
import { printSurvival, runCompactionSuite, writeSurvival } from "./compaction-suite.ts";
import { withoutMatrix } from "./write-reports.ts";
import type { Io } from "./io.ts";
import { findRoot, openProject } from "./open-project.ts";
import { readVersions } from "./versions.ts";

export interface CompactOptions {
  root?: string;
  stack?: string[];
  profile?: string[];
  session?: string[];
  strategy?: StrategyId[];
  summarizer?: string;
  generations?: number[];
  live?: string;
  json?: boolean;
}

/** `strata compact`: compacts the sessions of the corpus, writes the run's folder, prints what survives. `doubles` are for tests. */
export async function compactCommand(
  io: Io,
  options: CompactOptions,
  doubles: Pick<SurvivalOptions, "strategy"> = {},
): Promise<number> {
  const root = findRoot(io, options.root);
  const project = openProject(root, io.parsed);
  const selection = selectionOf(options);
  const survival = await runCompactionSuite(io, project, selection, {
    ...summariesOf(io, project, options),
    ...doubles,
  });
  const revision = await readRevision(root);
  const { commit = null, dirty = false } = revision ?? {};
  const facts = {
    kind: "compaction",
    commit,
    dirty,
    versions: readVersions(),
    selection: { kind: "compaction", ...selection },
  };
  const folder = createRunFolder(root, io.now(), io.random, facts, { trials: false });
  try {
    const { id, created } = folder;
    writeSurvival(folder, survival, { id, created, commit, dirty });
    const summary = withoutMatrix(survival.view);
    folder.write(
      "summary.json",
      `${stableJson({ strata: 1, kind: "compaction", id, created, commit, dirty, ...summary }, 2)}\n`,
    );
    folder.state(survival.interrupted ? null : io.now().toISOString());
    if (options.json)
      io.stdout.write(`${stableJson({ schema: 1, id, created, commit, dirty, ...survival.view }, 2)}\n`);
    else printSurvival(io, survival, options.session !== undefined);
    io.stderr.write(`report: ${folder.dir}/survival.html\n`);
  } finally {
    folder.close();
  }
  return survival.interrupted ? 130 : survival.code;
}

function selectionOf(options: CompactOptions): SurvivalSelection {
  const {
    stack: stacks,
    profile: profiles,
    session: sessions,
    strategy: strategies,
    generations,
    live,
  } = options;
  const given = { stacks, profiles, sessions, strategies, generations };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  // A model is paid for: what is asked of it is what the stacks themselves do, once.
  const paid = live === undefined ? {} : { ownOnly: true, plain: true, generations: generations ?? [1] };
  return { ...(Object.fromEntries(set) as SurvivalSelection), ...paid };
}

function summariesOf(
  { env }: Io,
  { models }: Project,
  { live, summarizer }: CompactOptions,
): SurvivalOptions {
  if (live !== undefined) {
    return {
      model: createModel(models.get(live) ?? live, { env, redactor: createRedactor(secretsOf(env)) }),
    };
  }
  const name = /^faulty:(.+)$/.exec(summarizer ?? "")?.[1];
  if (name === undefined) return {};
  const fault = faults.find((one): one is Fault => one === name);
  if (fault === undefined)
    throw new UserError([
      compactFinding("unknown-fault", { name, near: nearest(name, faults), known: faults }),
    ]);
  return { fault };
}
