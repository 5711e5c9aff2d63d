import { z } from "zod";
import { exactlyOne, format, name, names, object, semver } from "./common.ts";
import { compaction, onCompact } from "./compaction.ts";
import { lint } from "./lint.ts";
import { source } from "./source.ts";
import { steps } from "./steps.ts";
import { channels } from "./words.ts";

const promises = ["build", "profile", "session", "turn"] as const;

const tier = object({
  id: name,
  promise: z.enum(promises).describe("How long the bytes of this tier stay equal."),
  cached: z
    .boolean()
    .optional()
    .describe("Part of the cached prefix; by default unless the promise is turn."),
});

const selector = object({
  profile: names.optional(),
  mode: names.optional(),
  caller: names.optional(),
  platform: names.optional(),
  flag: names.optional(),
  tool: names.optional().describe("The profile has one of these tools."),
  model: names.optional().describe("The model id contains one of these."),
  modelSetting: object({
    input: name.describe("A list of model name parts, true, false, or anything else for auto."),
    auto: z.array(z.string()).min(1),
  })
    .optional()
    .describe("The model id contains one of the parts that the scenario, or else auto, names."),
  input: z.record(name, names).optional().describe("Inputs that have one of these values."),
}).describe("Every key given must hold; any name of a key will do.");

const watch = object({
  notice: z.string().describe("Stands before the new text in the injected message."),
  none: z.string().describe("The injected text when no file is left."),
  max: z.int().positive().optional().describe("Longest injected message, in characters."),
  over: z
    .enum(["cut", "drop"])
    .default("cut")
    .describe(
      "A longer message is cut with the marker, or not sent at all: the change is then lost, and reported.",
    ),
  marker: z.string().default("\n[truncated]"),
})
  .superRefine(({ max = Infinity, over, marker }, context) => {
    if (over === "drop" || [...marker].length <= max) return;
    context.addIssue({ code: "custom", path: ["marker"], message: "must fit into max" });
  })
  .describe(
    "For read: watch. A change of the files is told in an injected message; the prompt stays as it was.",
  );

const layer = object({
  id: name,
  tier: name,
  channel: z.enum(channels).default("system"),
  version: semver.optional().describe("Only for a file that is read raw and so cannot carry front matter."),
  read: z
    .enum(["once", "start", "turn", "watch"])
    .default("once")
    .describe(
      "When a session looks at the source: once for each build of its prompt, at its start alone, again every turn, or all the time.",
    ),
  watch: watch.optional(),
  onCompact: onCompact.optional(),
  when: selector.optional(),
  unless: selector.optional(),
  heading: z
    .string()
    .optional()
    .describe("Stands before the body, followed by one line end; {{name}} of vars is filled in."),
  vars: z
    .array(name)
    .optional()
    .describe(
      "Variables that the layer file or heading uses as {{name}}; without this key nothing is rendered.",
    ),
  source,
  steps: steps.optional(),
  empty: z
    .enum(["omit", "keep", "error"])
    .default("omit")
    .describe("What happens to a layer with a blank body."),
  secret: z.boolean().default(false).describe("Records show the layer's id in place of its text."),
}).superRefine((value, context) => {
  if ((value.read === "watch") === (value.watch !== undefined)) return;
  context.addIssue({ code: "custom", path: ["read"], message: "read: watch and watch: belong together" });
});

const session = object({
  rebuildOn: z
    .array(z.enum(["compaction"]))
    .default([])
    .describe("What makes a session build its prompt anew, beside its start."),
  shrinkInjected: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe("A compaction leaves this many characters of each injected message; null leaves them whole."),
});

const tool = object({
  description: z.string().optional(),
  mutates: z.boolean().default(false).describe("The tool changes files or the world."),
});

const profile = object({
  description: z.string().optional(),
  tools: z
    .union([z.literal("all"), z.array(name)])
    .describe("Names from the stack's tools, or all of them; those denied are left out."),
  mode: name.optional(),
  caller: name.optional(),
  platform: z
    .string()
    .transform((platform) => platform.trim().toLowerCase())
    .pipe(name)
    .optional()
    .describe("Known without its outer blanks and in lower case."),
  flags: z.array(name).default([]),
  readOnly: z.boolean().default(false).describe("No tool of this profile may change anything."),
  denied: z.array(name).default([]).describe("Tools that are refused although the agent has them elsewhere."),
  contract: name.optional().describe("What the answer must be like: a name from contracts."),
  turns: z.int().positive().optional().describe("How many turns the agent may take."),
});

const variable = object({
  text: z.string().optional().describe("A fixed text."),
  switch: name.optional().describe("A fact; its value picks one of the cases."),
  cases: z.record(z.string(), z.string()).optional(),
  join: name.optional().describe("A list fact, joined by separator."),
  separator: z.string().optional(),
  empty: z.string().optional().describe("With join: the text of an empty list."),
}).superRefine(exactlyOne(["text", "switch", "join"], "variable"));

const input = object({
  type: z.enum(["text", "list", "data"]),
  default: z.json(),
});

const contract = object({
  schema: z.string().describe("A JSON Schema file, relative to stack.yaml."),
  rules: z.array(name).default([]).describe("Named validators of what JSON Schema cannot say."),
});

const frame = object({ prefix: z.string(), suffix: z.string() }).describe(
  "Around every system layer; {{layer}} and {{tier}} are filled in.",
);

const variant = object({
  description: z.string(),
  order: z.array(name).optional().describe("All layer ids in their new order."),
  set: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Merge patch (RFC 7396) over this file; layers and tiers are addressed by id; null removes."),
});

/** `stack.yaml` as written. */
export const stackFile = object({
  strata: format,
  id: name,
  description: z.string(),
  reference: name.describe("The scenario that the lock and, by default, the commands use."),
  separator: z.string().describe("Bytes between two layers."),
  end: z.string().default("").describe("Bytes after the last layer of the system channel."),
  tiers: z.array(tier).min(1).describe("In prompt order: a tier may change at most as often as the next."),
  frame: frame.optional(),
  channels: z
    .partialRecord(z.enum(channels), object({ separator: z.string() }))
    .default({})
    .describe("Bytes between two layers of a channel, where they differ from separator."),
  callers: z
    .record(name, z.array(name).min(1))
    .optional()
    .describe("The modes that each caller may use; a profile with another pair is an error."),
  session: session.default({ rebuildOn: [], shrinkInjected: null }),
  compaction: compaction(selector).optional(),
  contracts: z.record(name, contract).default({}),
  tools: z.record(name, tool).default({}),
  inputs: z.record(name, input).default({}).describe("Values that a scenario may give, with their defaults."),
  vars: z.record(name, variable).default({}).describe("Texts made from facts, for layers that declare vars."),
  pipelines: z.record(name, steps).default({}).describe("Named lists of steps."),
  layers: z.array(layer).min(1),
  profiles: z.record(name, profile),
  variants: z.record(name, variant).default({}),
  lint: lint.prefault({}),
}).superRefine((value, context) => {
  if (Object.keys(value.profiles).length > 0) return;
  context.addIssue({ code: "custom", path: ["profiles"], message: "a stack needs at least one profile" });
});

export type WrittenStack = z.output<typeof stackFile>;
export type WrittenLayer = z.output<typeof layer>;
export type WrittenVariable = z.output<typeof variable>;
export type WrittenSelector = z.output<typeof selector>;
export type WrittenTier = z.output<typeof tier>;
export type WrittenWatch = z.output<typeof watch>;
export type WrittenSession = z.output<typeof session>;
export type WrittenCompaction = NonNullable<WrittenStack["compaction"]>;

/** Front matter of a layer file. */
export const layerFrontMatter = object({ version: semver, description: z.string().optional() });
