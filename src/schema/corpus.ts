import { z } from "zod";
import { format, name, object } from "./common.ts";

const assertion = object({
  type: z.string().min(1),
  value: z.unknown().optional(),
  threshold: z.number().optional(),
  layer: name.optional().describe("strata: types only; the layer they look at, instead of the system text."),
  unit: z.enum(["bytes", "tokens"]).optional().describe("strata:budget only."),
});

/** What a case can be measured with: the assembled text alone, any answering model, or a language model. */
const needs = ["assembly", "reader", "llm"] as const;

const testCase = object({
  id: name,
  description: z.string().optional(),
  input: z
    .string()
    .min(1)
    .optional()
    .describe("The user's message; cases that need only the assembly have none."),
  providerOutput: z
    .string()
    .optional()
    .describe("The answer to grade; nobody is asked. With needs: assembly, in place of the system text."),
  scenario: name.optional().describe("By default the stack's reference scenario."),
  needs: z.enum(needs).default("reader"),
  profiles: z.array(name).min(1).optional(),
  models: z.array(z.string()).min(1).optional(),
  variants: z.array(name).min(1).default(["default"]),
  tags: z.array(name).default([]),
  covers: z.array(z.string()).default([]).describe("Behaviour rows that this case proves."),
  policy: z.enum(["must-pass"]).optional(),
  assert: z
    .array(assertion, { error: "a case needs a list of assertions" })
    .min(1, "a case without an assertion would always pass"),
});

/** `corpus/cases/<stack>/*.yaml`. */
export const casesFile = object({ strata: format, stack: name, cases: z.array(testCase).min(1) });

/** `evals/<suite>.yaml`. */
export const suiteFile = object({
  strata: format,
  id: name,
  description: z.string().optional(),
  stacks: z.array(name).min(1).optional().describe("By default all."),
  models: z.array(z.string()).min(1).optional().describe("Assembled for; by default all of models.yaml."),
  variants: z.array(name).min(1).optional().describe("By default every variant that a case names."),
  answer: z.string().optional().describe("The model that answers; by default the one assembled for."),
  tags: z.array(name).optional(),
  repeat: z.int().min(1).max(1000).default(1),
  seed: z.int().min(0).default(1),
  allow: z.array(z.string()).default([]).describe("Assertion types that run code, read files or call out."),
});

/** `corpus/uncovered.yaml`: bullets of layer files that no case guards, each with a reason. */
export const uncoveredFile = object({
  strata: format,
  uncovered: z.array(object({ file: z.string(), text: z.string(), reason: z.string().min(10) })),
});

export type WrittenCase = z.output<typeof testCase>;
export type WrittenAssertion = z.output<typeof assertion>;
export type WrittenSuite = z.output<typeof suiteFile>;
