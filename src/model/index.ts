export { createModel } from "./create-model.ts";
export type { ChatMessage, ChatModel, ChatOutcome, ChatRequest, ToolDefinition } from "./types.ts";
