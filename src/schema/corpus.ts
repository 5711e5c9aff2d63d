import { z } from "zod";
import { agentRules, loggedCall, scriptedResult } from "./agent-run.ts";
import { format, name, object } from "./common.ts";
import { parameters } from "./models.ts";

const assertion = object({
  type: z.string().min(1),
  value: z.unknown().optional(),
  threshold: z.number().optional(),
  layer: name.optional().describe("strata: types only; the layer they look at, instead of the system text."),
  unit: z.enum(["bytes", "tokens"]).optional().describe("strata:budget only."),
});

/** What a case can be measured with: the assembled text alone, any answering model, or a language model. */
const needs = ["assembly", "reader", "llm"] as const;

const turn = z
  .union([object({ user: z.string().min(1) }), object({ assistant: z.string() })])
  .describe("Where no assistant turn follows a user's, the model answers.");

const scriptedTools = object({
  definitions: z
    .array(
      object({
        name: name.refine(
          (one) => /^[\w-]{1,128}$/.test(one),
          "must be letters, digits, dashes and underscores: providers take no other",
        ),
        description: z.string().optional(),
        schema: z
          .record(z.string(), z.json())
          .refine((schema) => schema["type"] === "object", "must have type: object, as providers want it")
          .optional()
          .describe("JSON Schema of the arguments."),
      }),
    )
    .min(1)
    .optional()
    .describe("By default the profile's tools."),
  results: z.array(scriptedResult).default([]).describe("The first that matches a call is what it returns."),
  default: z
    .string()
    .default("No result was scripted for this call.")
    .describe("What any other call returns, as an error."),
  maxSteps: z.int().min(1).max(100).default(10).describe("The most calls of the model in one trial."),
}).describe("Tools that the model may call, and what each call returns.");

const testCase = object({
  id: name,
  description: z.string().optional(),
  input: z
    .string()
    .min(1)
    .optional()
    .describe("The user's message; cases that need only the assembly have none."),
  turns: z
    .array(turn)
    .min(1)
    .refine((turns) => "user" in turns.at(-1)!, "must end with a user's turn")
    .optional()
    .describe("A conversation, in place of input; the last answer is graded."),
  tools: scriptedTools.optional(),
  providerOutput: z
    .string()
    .optional()
    .describe("The answer to grade; nobody is asked. With needs: assembly, in place of the system text."),
  toolLog: z
    .array(loggedCall)
    .min(1)
    .optional()
    .describe("With providerOutput: the tool calls that the agent made before its last answer."),
  agent: agentRules.optional(),
  scenario: name.optional().describe("By default the stack's reference scenario."),
  needs: z.enum(needs).default("reader"),
  profiles: z.array(name).min(1).optional(),
  models: z.array(z.string()).min(1).optional(),
  variants: z.array(name).min(1).default(["default"]),
  tags: z.array(name).default([]),
  covers: z.array(z.string()).default([]).describe("Behaviour rows that this case proves."),
  policy: z.enum(["must-pass"]).optional(),
  cluster: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Cases of one document, template or customer share it; by default each is a source of its own.",
    ),
  assert: z
    .array(assertion, { error: "a case needs a list of assertions" })
    .min(1, "a case without an assertion would always pass"),
}).superRefine(({ input, turns, tools, toolLog, agent, providerOutput }, context) => {
  const refuse = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
  if (input !== undefined && turns !== undefined) refuse("turns", "a case has an input or turns, not both");
  if (toolLog !== undefined && providerOutput === undefined) {
    refuse("toolLog", "belongs to providerOutput, the answer that the calls led to");
  }
  if (agent !== undefined && tools === undefined && toolLog === undefined) {
    refuse("agent", "needs tools or toolLog: without calls there is nothing to look at");
  }
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
  grader: z
    .string()
    .optional()
    .describe("The model that judges for llm-rubric and its like; never the answering one by default."),
  parameters: parameters.default({}).describe("How models answer; each goes before the model's own."),
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
export type WrittenTurn = z.output<typeof turn>;
export type WrittenScriptedTools = z.output<typeof scriptedTools>;
export type WrittenAssertion = z.output<typeof assertion>;
export type WrittenSuite = z.output<typeof suiteFile>;
