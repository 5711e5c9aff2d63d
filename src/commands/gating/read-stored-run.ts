import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { AbResult } from "../../compare/index.ts";
import { gateFinding, type StoredRun } from "../../gate/index.ts";
import { readJournal, type Trial } from "../../run/index.ts";
import { UserError } from "../../util/index.ts";

/** A run's folder that a gate can judge: a comparison, or one run of a suite. */
export type StoredFolder = { kind: "comparison"; result: AbResult } | { kind: "suite"; run: StoredRun };

// Another version may have written it: what is looked at must be there, the rest is shown as it is.
const comparison = z.looseObject({
  ...{ strata: z.literal(1), kind: z.literal("ab"), id: z.string(), suite: z.string(), created: z.string() },
  rules: z.looseObject({ looks: z.array(z.int()).min(1), margin: z.number() }),
  units: z.looseObject({
    exact: z.array(z.unknown()),
    looks: z.array(z.unknown()),
    confirmation: z.array(z.unknown()),
  }),
});
const facts = z.looseObject({
  ...{ strata: z.literal(1), id: z.string(), suite: z.string(), corpusHash: z.string() },
  ...{ finished: z.string().nullable(), mustPass: z.array(z.string()).default([]) },
});

/** Opens a run by its id, by a path, or `latest`. Throws a UserError for one that is not there or cannot be judged. */
export function readStoredRun(root: string, cwd: string, name: string): StoredFolder {
  const dir = findFolder(root, cwd, name);
  const refuse = (why: string, code: 2 | 3 = 2) =>
    new UserError([gateFinding("unusable-run", { run: name, why })], code);
  const run = parse(path.join(dir, "run.json"));
  if ((run as { kind?: unknown } | null)?.kind === "ab") {
    const summary = comparison.safeParse(parse(path.join(dir, "summary.json")));
    if (summary.success) return { kind: "comparison", result: summary.data as unknown as AbResult };
    throw refuse("its summary.json is missing or of another version", 3);
  }
  const read = facts.safeParse(run);
  if (!read.success) throw refuse("it is no run of a suite and no comparison");
  if (read.data.finished === null) throw refuse("it was not finished; run the same command again first", 3);
  const { rows, broken } = readJournal(path.join(dir, "trials.jsonl"));
  if (broken > 0) throw refuse(`${broken} lines of its journal are broken`, 3);
  const { id, suite, corpusHash, mustPass } = read.data;
  return { kind: "suite", run: { id, suite, corpusHash, mustPass: new Set(mustPass), rows: lastRows(rows) } };
}

/** A trial that was tried again stands in the journal twice; the last counts. */
function lastRows(rows: readonly Trial[]): Trial[] {
  const keyOf = ({ case: id, stack, variant, profile, model, repeat }: Trial) =>
    [id, stack, variant, profile, model, repeat].join("\0");
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

function findFolder(root: string, cwd: string, name: string): string {
  const runs = path.join(root, "reports", "runs");
  const latest =
    name === "latest"
      ? (parse(path.join(root, "reports", "latest.json")) as { run?: string } | null)?.run
      : name;
  const tried = latest === undefined ? [] : [path.join(runs, latest), path.resolve(cwd, latest)];
  const found = tried.find((dir) => existsSync(path.join(dir, "run.json")));
  if (found !== undefined) return found;
  throw new UserError([gateFinding("unknown-run", { run: name })]);
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
