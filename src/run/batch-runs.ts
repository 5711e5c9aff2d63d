import path from "node:path";
import { batchSizeOf } from "../model/index.ts";
import { type Finding, UserError } from "../util/index.ts";
import {
  type BatchFile,
  batchFileName,
  type BatchOptions,
  createBatchExecutor,
  openBatchFile,
} from "./batch/index.ts";
import { runFinding } from "./messages.ts";
import type { RunFolder } from "./run-folder.ts";
import type { Executor } from "./schedule/index.ts";
import type { Plan } from "./types.ts";

interface BatchSetting {
  batch?: boolean | undefined;
}

type Counted = Executor & { calls(): number };

/** Models that cannot be asked in batches, although they shall. A grader that cannot is asked call by call. */
export function batchProblems(
  plan: Plan,
  asked: Iterable<string>,
  { batch = false }: BatchSetting,
): Finding[] {
  if (!batch) return [];
  const models = [...new Set(asked)].filter((id) => batchSizeOf(id) === undefined && id !== plan.grader?.id);
  return models.map((model) => runFinding("no-batches", { model }));
}

/**
 * The batches of a run's folder; null where calls are made one by one. Throws a UserError, and closes the folder, where
 * something would be paid twice.
 */
export function openBatches(folder: RunFolder, { batch = false }: BatchSetting): BatchFile | null {
  try {
    const file = path.join(folder.dir, batchFileName);
    const batches = openBatchFile(file);
    const unknown = batches.rows.filter(({ state }) => state === "submitting");
    const open = batches.rows.filter(({ state }) => state === "open");
    const requests = open.reduce((sum, { customIds }) => sum + customIds.length, 0);
    const problems = [
      ...unknown.map(({ model, submitted, customIds }) =>
        runFinding("batch-unknown", { model, submitted, requests: customIds.length, file }),
      ),
      ...(batch || open.length === 0 ? [] : [runFinding("batches-open", { run: folder.id, requests })]),
    ];
    if (problems.length > 0) throw new UserError(problems);
    return batch ? batches : null;
  } catch (error) {
    folder.close();
    throw error;
  }
}

/** Whoever answers the calls of a run: batches where they are wanted and can be, else the scheduler. */
export function createBatchRuns(
  file: BatchFile | null,
  scheduler: Counted,
  options: Omit<BatchOptions, "file" | "sizeOf">,
): Counted {
  if (file === null) return scheduler;
  const sizeOf = (model: string) => batchSizeOf(model)!;
  const batches = createBatchExecutor({ ...options, file, sizeOf });
  return {
    ask: (call) => (batchSizeOf(call.model) === undefined ? scheduler : batches).ask(call),
    calls: () => scheduler.calls() + batches.calls(),
  };
}
