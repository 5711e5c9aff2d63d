import { type Fault, onlyFiles, type Suspects } from "../../gate/index.ts";
import type { Project, SourceTree } from "../../load/index.ts";
import { offlineRunner, planRun, type PlannedTrial } from "../../run/index.ts";
import { type Finding, isUserError } from "../../util/index.ts";

/** One lost case, in one of the combinations that lost it. */
export interface LostCase {
  case: string;
  stack: string;
  variant: string;
  profile: string;
  model: string;
}

/** How to try a version with single files as they were. */
export interface Trying {
  suite: string;
  answer?: string | undefined;
  before: SourceTree;
  /** Loads the later version with these files in place of its own; null: without the file. */
  load(files: Record<string, Uint8Array | null>): Promise<{ project: Project; findings: Finding[] }>;
}

/** With more files than these, or more cases, all that differs is named. */
const most = { files: 12, cases: 50 };

/**
 * The fewest of the suspects' files that explain the loss: with one of them as it was, each lost case passes again. Of
 * deterministic answers only. Where a case needs several files at once, all suspects stay.
 */
export async function narrowFault(
  suspects: Suspects,
  lost: readonly LostCase[],
  trying: Trying,
): Promise<Fault> {
  const files = [...suspects.restore, ...suspects.added];
  const all = onlyFiles(suspects, new Set(files));
  if (files.length < 2 || files.length > most.files || lost.length === 0 || lost.length > most.cases)
    return all;
  const mends = new Map<string, Set<number>>();
  for (const file of files) mends.set(file, await mendedBy(file, lost, trying));
  const open = new Set(lost.keys());
  const chosen = new Set<string>();
  while (open.size > 0) {
    const gain = (file: string) => [...mends.get(file)!].filter((at) => open.has(at)).length;
    const best = files.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    if (gain(best) === 0) return all;
    chosen.add(best);
    for (const at of mends.get(best)!) open.delete(at);
  }
  return onlyFiles(suspects, chosen);
}

/** Positions of the lost cases that pass when one file is as it was. */
async function mendedBy(file: string, lost: readonly LostCase[], trying: Trying): Promise<Set<number>> {
  const { suite, answer, before, load } = trying;
  const entry = before.lookup(file);
  const { project, findings } = await load({ [file]: entry.kind === "file" ? entry.read() : null });
  // A file that the others depend on cannot go back alone.
  if (findings.some(({ severity }) => severity === "error")) return new Set();
  try {
    const cases = [...new Set(lost.map((one) => one.case))];
    const plan = planRun(project, { suite, cases, ...(answer === undefined ? {} : { answer }) });
    const run = offlineRunner(plan);
    const mended = new Set<number>();
    for (const [at, one] of lost.entries()) {
      const trial = plan.trials.find((planned) => isOf(planned, one));
      if (trial !== undefined && (await run(trial)).status === "passed") mended.add(at);
    }
    return mended;
  } catch (error) {
    if (isUserError(error)) return new Set();
    throw error;
  }
}

function isOf({ case: item, assembly }: PlannedTrial, one: LostCase): boolean {
  const { stack, variant, profile, model } = assembly;
  return (
    item.id === one.case &&
    stack === one.stack &&
    variant === one.variant &&
    profile === one.profile &&
    model === one.model
  );
}
