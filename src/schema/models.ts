import { z } from "zod";
import { format, object } from "./common.ts";

const modelId = z
  .string()
  .regex(/^[a-z0-9-]+:[^\s]+$/, "must be provider:model, such as anthropic:claude-haiku-4-5");

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable, not its value");

const command = z.array(z.string().min(1)).min(1);

/** How a model is asked to answer; a suite writes the same. */
export const parameters = object({
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().positive().optional().describe("The most tokens of one answer."),
  effort: z.string().min(1).optional().describe("How much to think, in the provider's own words: low, high."),
  seed: z.int().optional(),
});

const keyFrom = z
  .union([
    object({ env: variable.describe("Environment variable that holds the key.") }),
    object({ command: command.describe("Prints the key on stdout; program and arguments, no shell.") }),
  ])
  .describe("Where the key comes from. By default the provider's own variable.");

const perMillion = z.number().nonnegative();

const prices = object({
  input: perMillion,
  output: perMillion,
  cacheWrite: perMillion.optional().describe("By default as input."),
  cacheRead: perMillion.optional().describe("By default as input."),
  batch: z.number().min(0).max(1).optional().describe("What a batch costs of the plain price, 0 to 1."),
  source: z.string().min(1).optional().describe("Where the prices were read."),
  date: z.iso.date().optional().describe("When they were read."),
}).describe("US dollars for a million tokens. Without them the cost of a run is unknown, never 0.");

const limits = object({
  requestsPerSecond: z.number().positive().optional(),
  concurrency: z.int().positive().optional().describe("The most calls at the same time."),
  tokensPerMinute: z.int().positive().optional(),
});

const seconds = z.number().positive().max(86_400);

const timeouts = object({
  connect: seconds.optional().describe("Until the answer begins; 60 by default."),
  idle: seconds.optional().describe("Between two pieces of the answer; 120 by default."),
  total: seconds.optional().describe("For the whole call; 900 by default."),
}).describe("Seconds.");

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
  baseUrl: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional()
    .describe("Where calls go instead of the vendor; a compatible server always needs it."),
  api: z
    .enum(["responses", "chat"])
    .optional()
    .describe("OpenAI's interface: responses by default, chat (Chat Completions) where the model needs it."),
  command: command.optional().describe("For exec: models: program and arguments, no shell."),
  keyFrom: keyFrom.optional(),
  parameters: parameters.optional().describe("Defaults for every request; a suite's own win."),
  limits: limits.optional(),
  timeouts: timeouts.optional(),
  prices: prices.optional(),
  cacheMinimum: z
    .int()
    .nonnegative()
    .optional()
    .describe("Shortest prefix in tokens that the provider caches; 1024 by default."),
  salt: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Changed by hand when the provider changes the model under its id: stored answers are not used then.",
    ),
});

/** `prompts/models.yaml`. */
export const modelsFile = object({
  strata: format,
  providers: z
    .record(z.string(), object({ limits }))
    .default({})
    .describe("What a provider allows for all its models together, by the part of the id before the colon."),
  models: z.array(model).min(1),
  lock: object({
    models: z
      .array(modelId)
      .min(1)
      .describe("Models that the lock assembles for; by default the first pinned one."),
  }).optional(),
});

export type WrittenModel = z.output<typeof model>;
export type WrittenLimits = z.output<typeof limits>;
