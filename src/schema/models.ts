import { z } from "zod";
import { format, object } from "./common.ts";

const modelId = z
  .string()
  .regex(/^[a-z0-9-]+:[^\s]+$/, "must be provider:model, such as anthropic:claude-haiku-4-5");

const model = object({
  id: modelId,
  pinned: z.boolean().describe("false for an alias that the provider may point elsewhere."),
  window: z.int().positive().nullable().describe("Context window in tokens; null when there is no limit."),
  tokenizer: z.literal("o200k_base").default("o200k_base"),
  tokenizerIsVendors: z
    .boolean()
    .default(false)
    .describe("Counts are exact only with the vendor's own tokenizer."),
  capabilities: z.array(z.string()).default([]).describe("What a prompt may tell the agent of its model."),
  baseUrl: z.url().optional().describe("For compatible servers."),
});

/** `prompts/models.yaml`. */
export const modelsFile = object({ strata: format, models: z.array(model).min(1) });

export type WrittenModel = z.output<typeof model>;
