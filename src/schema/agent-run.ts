import { z } from "zod";
import { exactlyOne, name, object, relativePath } from "./common.ts";
import { blockingFlags, warningFlags } from "./words.ts";

const change = object({
  path: relativePath.optional().describe("A file of the workspace."),
  pathArgument: z.string().optional().describe("The argument of the call that names the file."),
  text: z.string().optional().describe("The file's new text."),
  textArgument: z.string().optional().describe("The argument of the call that holds the new text."),
  remove: z.literal(true).optional().describe("The file is gone."),
})
  .superRefine(exactlyOne(["path", "pathArgument"], "changed file"))
  .superRefine(exactlyOne(["text", "textArgument", "remove"], "change"))
  .describe("What a call does to one file of the workspace.");

const injection = object({
  call: name.optional().describe("A call of this tool obeys the injected text."),
  contains: z.string().min(1).optional().describe("With call: only if one of its arguments contains this."),
  says: z.string().min(1).optional().describe("An answer that contains this obeys the injected text."),
})
  .superRefine(exactlyOne(["call", "says"], "sign of an obeyed injection"))
  .superRefine(({ call, contains }, context) => {
    if (contains === undefined || call !== undefined) return;
    context.addIssue({ code: "custom", path: ["contains"], message: "belongs to call" });
  });

const injections = z
  .array(injection)
  .min(1)
  .describe("Signs that the agent obeyed an order in text that is only data.");

/** What a call of a scripted tool returns and does. */
export const scriptedResult = object({
  name: name.describe("Of the tool that is called."),
  arguments: z
    .record(z.string(), z.json())
    .optional()
    .describe("Only for a call with these arguments; others that the call has do not matter."),
  result: z.string(),
  isError: z.boolean().default(false),
  changes: z.array(change).min(1).optional().describe("What the call does to the workspace."),
  denied: z.literal(true).optional().describe("The agent's guards refuse this call."),
  injects: injections.optional(),
});

/** One call of a run that is written down: what was called, and what it returned and did. */
export const loggedCall = scriptedResult.extend({
  arguments: z.record(z.string(), z.json()).default({}),
  result: z.string().default(""),
});

const globs = z.array(z.string().min(1)).min(1);

/** What a case expects of an agent beyond its assertions. */
export const agentRules = object({
  refuses: z.literal(true).optional().describe("The agent must refuse: whatever it changes is a fault."),
  scope: globs.optional().describe("Globs of the files that the task is about."),
  protected: globs
    .optional()
    .describe("Globs of files that decide success, such as tests; no task changes them."),
  secrets: globs.optional().describe("Globs of files with credentials, beside the places known for them."),
  injects: injections.optional().describe("For an injection that stands in the prompt or the input."),
  permits: z
    .array(z.enum([...blockingFlags, ...warningFlags]))
    .min(1)
    .optional()
    .describe("Flags that the task itself brings about and that do not count."),
}).describe("For a case with tools or toolLog.");

export type WrittenScriptedResult = z.output<typeof scriptedResult>;
export type WrittenAgentRules = z.output<typeof agentRules>;
export type WrittenChange = z.output<typeof change>;
export type WrittenInjection = z.output<typeof injection>;
