import { z } from "zod";
import { format, object } from "./common.ts";
import { digest } from "./record.ts";
import { channels } from "./words.ts";

const tier = z.string().describe("How long its bytes stay equal is promised by its tier.");
const optional = z
  .boolean()
  .describe("Whether it is there depends on a value of the session; example.json lists those that are not.");

const limit = object({
  unit: z.enum(["bytes", "chars", "utf16", "lines"]),
  max: z.unknown().describe("A number, or what it is worked out from."),
  cut: z.unknown().describe("What becomes of a longer text; see bound in the schema of stack.yaml."),
});

/** Texts whose bytes are the same in every session: one layer, or the first ones of a channel joined. */
const staticPart = object({
  kind: z.literal("static"),
  layers: z.array(z.string()).min(1),
  tier: tier.describe("Of the last of its layers."),
  optional,
  file: z.string(),
});

/** A text with {{name}} for each value of the session. */
const templatePart = object({
  kind: z.literal("template"),
  layer: z.string(),
  tier,
  optional,
  file: z.string(),
  vars: z
    .array(z.string())
    .describe("What stands in it as {{name}}; a value is put in once and never read again."),
  tight: z
    .array(z.string())
    .describe("Values at an edge that Strata trims: not blank, and without white space around them."),
  limits: z.array(limit).describe("What the filled text is held to."),
});

/** A place for a text that the session alone knows. */
const slotPart = object({
  kind: z.literal("slot"),
  layer: z.string(),
  tier,
  before: z.string().describe("Frame, heading and opening delimiter."),
  after: z.string(),
  blank: z
    .enum(["omit", "keep"])
    .describe("omit: a slot whose text is blank is left out, separator and all."),
  source: z.string().describe("Where Strata takes the text: an input's name, files, or parts."),
  inside: z
    .enum(["keep", "escape", "remove"])
    .describe("What becomes of the delimiters where they stand in the text itself, before it is put in."),
  limits: z.array(limit).describe("What the text is held to before it is put in."),
  secret: z.boolean().describe("No example of it is exported."),
});

const part = z.discriminatedUnion("kind", [staticPart, templatePart, slotPart]);

const channel = object({
  separator: z.string().describe("Bytes between two parts."),
  end: z.string().describe("Bytes after the last part."),
  parts: z.array(part).describe("In prompt order. Where the first is static, it is the static prefix."),
});

const variable = z.union([
  object({ fact: z.string() }),
  object({ input: z.string() }),
  object({ switch: z.string(), cases: z.record(z.string(), z.string()) }),
  object({ join: z.string(), separator: z.string(), empty: z.string() }),
]);

const combination = object({
  stack: z.string(),
  variant: z.string(),
  profile: z.string(),
  model: z.string().describe("Assembled for."),
  recipeHash: digest.describe("The prompt version: what a session records."),
  toolsHash: digest,
  tools: z.array(z.string()),
  channels: z.partialRecord(z.enum(channels), channel),
  vars: z.record(z.string(), variable).describe("What Strata makes each variable of the templates from."),
  example: z.string().describe("A session to try a reader with: the stack's reference scenario."),
});

/** `manifest.json` of an export: what each prompt is put together from. */
export const manifestFile = object({
  strata: format,
  export: z.literal(1),
  combinations: z.array(combination),
  files: z.record(z.string(), digest).describe("Every file named above, relative to the manifest's folder."),
});

/** `example.json` of one combination: what a session fills in, and what must come of it. */
const example = object({
  strata: format,
  scenario: z.string(),
  vars: z.record(z.string(), z.string()),
  slots: z.record(z.string(), z.string()),
  leftOut: z.array(z.string()).describe("Optional layers that this session does not have."),
  hashes: z
    .partialRecord(z.enum(channels), digest)
    .describe("Of each channel's text; secret slots left out."),
});

export type Manifest = z.output<typeof manifestFile>;
export type ManifestCombination = z.output<typeof combination>;
export type ManifestPart = z.output<typeof part>;
export type ManifestExample = z.output<typeof example>;
