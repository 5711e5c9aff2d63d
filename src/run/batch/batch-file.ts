import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { stableJson, UserError, writeFileAtomic } from "../../util/index.ts";
import { runFinding } from "../messages.ts";

/** In the run's folder. */
export const batchFileName = "batch.json";

const batchFile = z.strictObject({
  strata: z.literal(1),
  batches: z.array(
    z.strictObject({
      model: z.string(),
      /** The provider's; null while it is not known whether the batch arrived. */
      id: z.string().nullable(),
      /** ISO 8601, UTC. */
      submitted: z.string(),
      state: z.enum(["submitting", "open", "done"]),
      customIds: z.array(z.string()),
    }),
  ),
});

export type BatchRow = z.output<typeof batchFile>["batches"][number];

/** The batches of a run, on disk before and after everything that cannot be undone. */
export interface BatchFile {
  rows: BatchRow[];
  /** Throws when the disk refuses. */
  save(): void;
}

/** Opens the batches of a run. Throws a UserError for a file that is none: what it knew was paid for. */
export function openBatchFile(file: string): BatchFile {
  const rows = existsSync(file) ? read(file) : [];
  return {
    rows,
    save: () => writeFileAtomic(file, `${stableJson({ strata: 1, batches: rows }, 2)}\n`),
  };
}

function read(file: string): BatchRow[] {
  try {
    return batchFile.parse(JSON.parse(readFileSync(file, "utf8"))).batches;
  } catch {
    throw new UserError([runFinding("broken-batches", { file })]);
  }
}
