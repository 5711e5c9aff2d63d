import { z } from "zod";
import { exactlyOne, fileName, name, object } from "./common.ts";
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

const walk = object({
  from: z.string().describe("Outermost folder; when it is blank, or does not hold `to`, see `to`."),
  to: z
    .string()
    .describe("Innermost folder. Without a usable `from` only it is looked at; outside `from`, only `from`."),
  names: z.array(fileName).min(1),
  take: z.enum(["first", "all"]).default("first").describe("Of the names found in one folder."),
  folders: z
    .enum(["nearest", "all"])
    .default("all")
    .describe("The innermost folder with a file, or all, outermost first."),
  overrides: z
    .array(fileName)
    .default([])
    .describe("Names that replace the other files of their folder and all those of the folders above it."),
  overrideScope: name.optional().describe("Scope of the overrides, where it differs from the source's."),
});

const folder = object({
  dir: z.string().describe("Files of this folder, in name order."),
  ending: z.string().default(".md"),
  maxItems: z.int().positive().optional(),
  frontMatter: z
    .array(name)
    .optional()
    .describe(
      "Only these front matter keys are allowed; {{name}} and {{description}} come from there. Stripped.",
    ),
  only: name
    .optional()
    .describe("An input that lists the names to take, in this order; an empty list means all."),
});

const entries = object({
  split: z.string().min(1).describe("Between two entries of the file."),
  dedupe: z.boolean().default(true).describe("Equal entries are kept once, in order."),
  steps: steps.optional().describe("Guards and transforms of each entry."),
  limit: z.int().positive().optional().describe("What the store allows, in characters; for the header."),
  header: z
    .string()
    .optional()
    .describe(
      "Line before what the file's steps make of the entries; {{used}}, {{limit}}, {{percent}} and {{count}} are filled in.",
    ),
});

const jsonLines = object({
  fields: z.record(name, z.enum(["required", "optional"])).describe("A row with another key is invalid."),
  maxLengths: z
    .record(name, z.int().positive())
    .default({})
    .describe("Longest value of a field, in characters."),
  where: z
    .array(z.record(name, z.string()))
    .optional()
    .describe("A row is taken when one of these holds; values may hold {{fact}}."),
  latest: z.int().positive().optional().describe("Only this many of the last rows are taken."),
  labels: z.record(name, z.string()).default({}).describe("{{label}} of a row, by its type."),
  row: z.string().describe("How a row reads; {{label}} and its fields are filled in."),
}).describe("The file holds one JSON object a line; invalid rows are skipped.");

const index = object({
  dir: z.string().describe("Folder of category folders of item folders."),
  file: fileName.describe("The file that describes an item in its front matter: name, description."),
  category: z.string().describe("Line of a category; {{category}} is filled in."),
  item: z.string().describe("Line of an item; {{name}} and {{description}} are filled in."),
});

const shared = {
  heading: z
    .string()
    .optional()
    .describe(
      "Line before each file's text; {{path}}, {{local}} (below the working folder, or else the file's name), {{scope}} and {{name}} are filled in.",
    ),
  absolute: z.boolean().default(false).describe("Whether the files are shown with their absolute path."),
  steps: steps.optional().describe("Guards, transforms, bounds and wraps of each file, in order."),
  empty: z
    .enum(["omit", "keep"])
    .default("omit")
    .describe("Whether a file that is there but blank still stands."),
  dangling: z
    .enum(["absent", "error"])
    .default("absent")
    .describe("What a link to nothing is: a file that is not there, or a failure of the assembly."),
};

const fileShape = {
  path: z.string().optional().describe("A file of the workspace, home or managed folder."),
  first: z.array(z.string()).min(1).optional().describe("The first of these paths that exists."),
  given: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("The first of these paths whose first part has a value; the file need not exist."),
  beside: z
    .array(fileName)
    .min(1)
    .optional()
    .describe(
      "Names looked for in each folder, below the workspace root, of a file that was read; first wins.",
    ),
  levels: z
    .int()
    .positive()
    .optional()
    .describe("With beside: how many folders of a file are looked in, from its own upwards; by default all."),
  rules: rules.optional(),
  walk: walk.optional(),
  folder: folder.optional(),
  index: index.optional(),
  imports: imports.optional(),
  entries: entries.optional(),
  jsonLines: jsonLines.optional(),
  ...shared,
};
const fileKinds = ["path", "first", "given", "beside", "rules", "walk", "folder", "index"] as const;

/** Files of the scenario's world. */
export const fileSource = object({ scope: name.optional(), ...fileShape }).superRefine(
  exactlyOne(fileKinds, "file source"),
);

const ranked = object({
  order: z.array(name).min(1).describe("Scopes in prompt order: a later one overrides by position."),
  pinnedLast: name.optional().describe("The scope that must come last, whatever the order says."),
  entries: z.record(name, fileSource).describe("One file source per scope."),
});

const alternative = object({
  files: z.array(fileSource).min(1).describe("Files joined in this order."),
  separator: z.string().optional().describe("Between two files; by default the layer's."),
  steps: steps.optional().describe("Steps of the joined text."),
  name: z.string().optional().describe("What its steps call the joined text; by default its last file."),
});

const override = object({
  input: name.describe("A map from key to a text, {append: text} or {replace: text}."),
  key: name.describe("The fact whose value picks the entry."),
  both: z.enum(["replace", "compose"]).describe("An entry with both: replace wins alone, or both apply."),
});

/** Named functions that turn an input into text. */
const rendererNames = [
  "text",
  "json-fence",
  "contexts",
  "recall",
  "conversation",
  "user-turn",
  "edge",
  "turn-stats",
] as const;

const basicShape = {
  file: z.string().optional().describe("A layer file of this stack; {{profile}} and the like are filled in."),
  missing: z
    .enum(["error", "omit"])
    .default("error")
    .describe("With file: a name that a profile has no file for."),
  value: name.optional().describe("An input that the scenario gives."),
  render: z
    .enum(rendererNames)
    .default("text")
    .describe("With value: the named function that turns it into text."),
  texts: z
    .record(name, z.string())
    .optional()
    .describe("With value: what stands for each text that comes of it; another text is an error."),
  key: name
    .optional()
    .describe("With value: the input is a map, and the value of this fact picks the entry."),
  ranked: ranked.optional(),
  firstMatch: z
    .array(alternative)
    .min(1)
    .optional()
    .describe("The first alternative that gives a text wins."),
  report: name.optional().describe("The files considered for an earlier layer, one a line."),
  active: z.string().optional().describe("With report: how a file that was taken reads."),
  suppressed: z.string().optional().describe("With report: how a file that was left out for another reads."),
  scope: name.optional().describe("Scope recorded for the files of this source."),
  separator: z.string().default("\n\n").describe("Between two files."),
  dedupe: z.boolean().default(false).describe("Files with equal text are kept once."),
  ...fileShape,
};
const basicKinds = ["file", "value", "ranked", "firstMatch", "report", ...fileKinds] as const;

const basicSource = object(basicShape).superRefine(exactlyOne(basicKinds, "source"));

export const source = object({
  ...basicShape,
  parts: z.array(basicSource).min(2).optional().describe("Several sources, joined by the separator."),
  fallback: z.string().optional().describe("A layer file that stands in when the source gives no text."),
  override: override.optional().describe("Text that the user puts behind or in place of the source's."),
}).superRefine(exactlyOne([...basicKinds, "parts"], "source"));

export type WrittenFileSource = z.output<typeof fileSource>;
export type WrittenBasicSource = z.output<typeof basicSource>;
export type WrittenWalk = z.output<typeof walk>;
export type WrittenFolder = z.output<typeof folder>;
export type WrittenIndex = z.output<typeof index>;
export type WrittenEntries = z.output<typeof entries>;
export type WrittenJsonLines = z.output<typeof jsonLines>;
export type WrittenOverride = z.output<typeof override>;
