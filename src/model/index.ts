export { createModel } from "./create-model.ts";
export { createReader, type Passage, splitPassages, tokenize } from "./reader/index.ts";
export type { ChatMessage, ChatModel, ChatOutcome, ChatRequest, ToolDefinition } from "./types.ts";
