export { batchSizeOf, createBatchModel } from "./create-batch-model.ts";
export type { BatchItem, BatchModel, BatchSize } from "./types.ts";
