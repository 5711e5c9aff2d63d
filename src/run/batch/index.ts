export { type BatchOptions, createBatchExecutor } from "./batch-executor.ts";
export { type BatchFile, batchFileName, openBatchFile } from "./batch-file.ts";
