import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Project } from "../../load/index.ts";
import { asksJudge } from "../../score/index.ts";
import { UserError } from "../../util/index.ts";
import { answeringModels } from "../answering-models.ts";
import type { Asked, Question } from "../ask.ts";
import { executeTrial } from "../execute.ts";
import { runFinding } from "../messages.ts";
import { planRun } from "../plan.ts";
import { callKey } from "../request-key.ts";
import { isLocal, saltOf } from "../settings.ts";
import { type AnswerFolder, type Entry, entryPath, openAnswers, systemFile } from "../store/index.ts";
import type { Plan, PlannedTrial } from "../types.ts";

/** A file of the recordings that nobody needs. */
export interface Unneeded {
  /** Below the folder. */
  file: string;
  bytes: number;
  /** What it holds; null for a text that only dropped answers share, and for a file that is no answer. */
  answer: { model: string; repeat: number; recorded: string; question: string } | null;
}

export interface Sifted {
  kept: number;
  unneeded: Unneeded[];
}

/**
 * The recordings that no trial of any suite would use, whichever of the recorded models answers and however often: what
 * was asked with a prompt or a case that is another one now.
 */
export async function siftRecordings(project: Project, dir: string): Promise<Sifted> {
  if (!existsSync(dir)) throw new UserError([runFinding("no-recordings", { folder: dir })]);
  const folder = openAnswers(dir);
  const entries = [...folder.all()];
  const needed = await neededFiles(plansOf(project, entries), folder);
  const kept = entries.filter((entry) => needed.has(fileOf(entry)));
  const used = new Set([...kept.map(fileOf), ...kept.map(systemFile)]);
  const byFile = new Map(entries.map((entry) => [fileOf(entry), entry]));
  const unneeded = filesOf(dir)
    .filter((file) => !used.has(file))
    .map((file) => ({
      file,
      bytes: statSync(path.join(dir, file)).size,
      answer: describe(byFile.get(file)),
    }));
  return { kept: kept.length, unneeded };
}

/** A suite once for each model that was recorded, as often as that was. */
function plansOf(project: Project, entries: readonly Entry[]): Plan[] {
  const recorded = new Set(entries.map(({ answer }) => answer));
  const models = [...recorded].filter((model) => project.models.has(model));
  const repeat = entries.reduce((most, entry) => Math.max(most, entry.repeat), 1);
  return [...project.suites.keys()].flatMap((suite) =>
    [undefined, ...models].map((answer) =>
      planRun(project, { suite, repeat, ...(answer === undefined ? {} : { answer }) }),
    ),
  );
}

/** Trials with one question need no run; of the others only a run knows what they ask next, and what the judge is asked. */
async function neededFiles(plans: readonly Plan[], folder: AnswerFolder): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const plan of plans) {
    const { local } = answeringModels(plan, {});
    const ask = async ({ model, request, repeat }: Question): Promise<Asked> => {
      const [key, salt] = [callKey(model, request, repeat), saltOf(plan.models.get(model))];
      needed.add(entryPath(key, salt));
      const entry = folder.read(key, salt);
      return entry === undefined
        ? { kind: "unmeasured", reason: "not recorded" }
        : { ...entry.response, from: "recordings" };
    };
    for (const trial of plan.trials) {
      if (trial.skip !== undefined) continue;
      if (needsRun(trial, plan)) await executeTrial(trial, plan, { local, ask });
      else if (trial.request !== null && !isLocal(trial.answer!)) {
        const salt = saltOf(plan.models.get(trial.answer!));
        needed.add(entryPath(callKey(trial.answer!, trial.request, trial.repeat), salt));
      }
    }
  }
  return needed;
}

function needsRun({ script, answer, assertions }: PlannedTrial, { grader }: Plan): boolean {
  const judged = grader !== null && !isLocal(grader.id) && assertions.some(({ type }) => asksJudge(type));
  return judged || (script !== null && !isLocal(answer!));
}

const fileOf = ({ requestKey, salt }: Entry): string => entryPath(requestKey, salt);

function describe(entry: Entry | undefined): Unneeded["answer"] {
  if (entry === undefined) return null;
  const { answer: model, repeat, recorded, request } = entry;
  const question = request.messages.findLast(({ role }) => role === "user")?.content ?? "";
  return { model, repeat, recorded, question };
}

/** Files that this store makes; what else lies there is not ours to drop. */
function filesOf(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(?:[0-9a-f]{2}|systems)$/.test(entry.name))
    .flatMap(({ name }) => readdirSync(path.join(dir, name)).map((file) => `${name}/${file}`))
    .filter((file) => /^(?:[0-9a-f]{2}\/[0-9a-f]{64}\.json|systems\/[0-9a-f]{64}\.txt)$/.test(file))
    .toSorted();
}
