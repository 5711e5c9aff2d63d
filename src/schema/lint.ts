import { z } from "zod";
import { name, names, object, relativePath } from "./common.ts";

const size = object({
  bytes: z.int().positive().optional().describe("UTF-8 bytes, as they are sent."),
  tokens: z
    .int()
    .positive()
    .optional()
    .describe("Tokens of the model's tokenizer. Loading it takes longer than all other checks together."),
});

const reason = z.string().min(10, "must say why, in at least ten characters");

const allowance = object({
  rule: name.describe("The rule whose finding is allowed."),
  layer: names.optional().describe("Only in this layer, or in any of these."),
  file: relativePath.optional().describe("Only in this file, relative to the stack's folder."),
  match: z.string().min(1).optional().describe("Only on lines that contain this text."),
  reason,
}).superRefine(({ layer, file, match }, context) => {
  if (layer !== undefined || file !== undefined || match !== undefined) return;
  context.addIssue({
    code: "custom",
    message: "needs layer, file or match: switch a whole rule off in severity",
  });
});

const pinned = object({
  layer: name,
  text: z.string().min(1).describe("What the layer must say; {{knob}} is filled in."),
});

const placed = object({
  text: z.string().min(1).describe("A text that belongs to some layers alone."),
  layers: z.array(name).min(1).describe("The layers where it may stand."),
  reason,
});

/** What the linter is told about one stack. Nothing here changes a prompt's text. */
export const lint = object({
  severity: z
    .record(name, z.enum(["off", "warning", "error"]))
    .default({})
    .describe("How much each rule matters here."),
  allow: z
    .array(allowance)
    .default([])
    .describe("Findings that are meant to be, each with its reason. One that allows nothing is reported."),
  budgets: object({
    layers: z.record(name, size).default({}).describe("The most that a layer may take, in any profile."),
    total: size.optional().describe("The most that the whole system text may take, in any profile."),
    ratchet: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("A budget this share above what is used is reported: it has to follow the text down."),
    memoryBytes: z.int().positive().default(20_000).describe("The largest memory or instruction file."),
  }).prefault({}),
  knobs: z
    .record(name, z.union([z.string(), z.number()]))
    .default({})
    .describe("Settings of the running system that the text repeats; inputs count as knobs, too."),
  pinned: z.array(pinned).default([]).describe("Constants in the text, each with the knob it must equal."),
  placed: z.array(placed).default([]),
  builder: z
    .array(z.string().min(1))
    .default([])
    .describe("Globs of files that build the prompt: a change there is a change of the product."),
});

export type WrittenLint = z.output<typeof lint>;
