import { z } from "zod";
import { exactlyOne, name, object } from "./common.ts";
import { steps } from "./steps.ts";

const imports = object({
  maxDepth: z.int().min(1).max(10).default(5).describe("Files deeper than this are not read."),
  exclude: z.array(z.string()).default([]).describe("Globs, relative to the root, that are never imported."),
}).describe("Follow `@path` mentions outside code; without this key none is followed.");

const rules = object({
  dir: z.string().describe("Folder of *.md rule files, read in name order."),
  globsKey: name.default("paths").describe("Front matter key with the globs: a list or a comma string."),
  globsHeading: z.string().optional().describe("Heading of a rule that has globs; {{globs}} is filled in."),
});

const shared = {
  heading: z.string().optional().describe("Line before each file's text; {{path}} and {{scope}} are filled in."),
  steps: steps.optional().describe("Guards, transforms, bounds and wraps of each file, in order."),
};

const fileShape = {
  path: z.string().optional().describe("A file of the workspace, home or managed folder."),
  first: z.array(z.string()).min(1).optional().describe("The first of these paths that exists."),
  beside: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("Names looked for in each folder, below the workspace root, of a file that was read; first wins."),
  rules: rules.optional(),
  imports: imports.optional(),
  ...shared,
};
const fileKinds = ["path", "first", "beside", "rules"] as const;

/** Files of the scenario's world. */
export const fileSource = object(fileShape).superRefine(exactlyOne(fileKinds, "file source"));

const ranked = object({
  order: z.array(name).min(1).describe("Scopes in prompt order: a later one overrides by position."),
  pinnedLast: name.optional().describe("The scope that must come last, whatever the order says."),
  entries: z.record(name, fileSource).describe("One file source per scope."),
});

export const source = object({
  file: z.string().optional().describe("A layer file of this stack; {{profile}} and the like are filled in."),
  value: name.optional().describe("An input that the scenario gives."),
  ranked: ranked.optional(),
  scope: name.optional().describe("Scope recorded for the files of this source."),
  ...fileShape,
}).superRefine(exactlyOne(["file", "value", "ranked", ...fileKinds], "source"));

export type WrittenFileSource = z.output<typeof fileSource>;
export type WrittenSource = z.output<typeof source>;
