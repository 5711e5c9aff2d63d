export {
  type BatchItem,
  type BatchModel,
  type BatchSize,
  batchSizeOf,
  createBatchModel,
} from "./batch/index.ts";
export { anthropicTurns } from "./anthropic/build-message.ts";
export { createModel } from "./create-model.ts";
export { openAiItems } from "./openai/build-response.ts";
export { cacheKeyOf } from "./cache-key.ts";
export { modelProblems, unknownModelProblem } from "./model-problems.ts";
export { loadPromptfoo, type Promptfoo } from "./promptfoo/load-promptfoo.ts";
export { createReader, type Passage, splitPassages, tokenize } from "./reader/index.ts";
export { createRedactor, type Redactor, secretsOf } from "./redactor.ts";
export { type Env, keyVariable, maxTokensOf, runsCode } from "./settings.ts";
export type {
  Answer,
  ChatMessage,
  ChatModel,
  ChatOutcome,
  ChatRequest,
  Failure,
  Parameters,
  ToolCall,
  ToolDefinition,
} from "./types.ts";
