import { existsSync } from "node:fs";
import path from "node:path";
import { type Finding, UserError } from "../util/index.ts";
import { callKey } from "./request-key.ts";
import { runFinding } from "./messages.ts";
import { isLocal, saltOf } from "./settings.ts";
import { type AnswerStore, createStore, type Mode, openAnswers } from "./store/index.ts";
import type { Plan, PlannedTrial } from "./types.ts";

/** Where recordings are kept unless another folder is named. */
const usual = "corpus/recordings";

export interface StoreOptions {
  root: string;
  mode?: Mode | undefined;
  /** Folder of recordings, absolute; by default the usual one, where it exists or is to be recorded into. */
  recordings?: string | undefined;
}

/** The stored answers that a run may use. Throws a UserError (3) where recordings are to be replayed and there are none. */
export function openStore({ root, mode = "auto", recordings }: StoreOptions): AnswerStore {
  const folder = recordings ?? path.join(root, usual);
  if (mode === "replay" && recordings !== undefined && !existsSync(folder)) {
    throw new UserError([runFinding("no-recordings", { folder })], 3);
  }
  const wanted = recordings !== undefined || mode === "record" || existsSync(folder);
  const cache = openAnswers(path.join(root, ".strata", "cache"), { hidden: path.join(root, ".strata") });
  return createStore(mode, cache, wanted ? openAnswers(folder) : null);
}

/** Whether the answer to a trial's first request is stored. */
export function isStored(
  store: AnswerStore,
  plan: Plan,
  { answer, request, script, requestKey, repeat }: PlannedTrial,
) {
  if (answer === null || request === null) return false;
  // The key of a scripted trial is that of the whole script.
  const key = script === null ? requestKey : callKey(answer, request, repeat);
  return store.has(key, saltOf(plan.models.get(answer)));
}

/** The models that these trials have to call. */
export function modelsToCall(store: AnswerStore, plan: Plan, trials: readonly PlannedTrial[]): Set<string> {
  const models = new Set<string>();
  if (store.mode === "replay") return models;
  for (const trial of trials) {
    const { answer, skip } = trial;
    if (answer === null || skip !== undefined || isLocal(answer) || models.has(answer)) continue;
    if (!isStored(store, plan, trial)) models.add(answer);
  }
  return models;
}

export function brokenEntries(store: AnswerStore): Finding[] {
  return store.folders.flatMap((folder) => {
    const args = { count: folder.broken(), folder: folder.dir };
    return args.count === 0 ? [] : [runFinding("broken-entries", args, {}, "warning")];
  });
}
