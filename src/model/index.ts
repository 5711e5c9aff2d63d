export { createModel } from "./create-model.ts";
export { createReader, type Passage, splitPassages, tokenize } from "./reader/index.ts";
export type { ChatModel, ChatOutcome, ChatRequest } from "./types.ts";
