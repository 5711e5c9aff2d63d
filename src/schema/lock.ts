import { z } from "zod";
import { format, name, object, semver } from "./common.ts";

const digest = z.templateLiteral(["sha256:", z.string().regex(/[0-9a-f]{64}/)]);
const shortDigest = z.string().regex(/^[0-9a-f]{12}$/, "must be 12 hex digits");

const layer = object({
  layer: z.string().min(1).describe("Ids of the layers that use the file, with commas between them."),
  version: semver,
  sourceHash: digest,
});

const assembly = object({
  hash: digest,
  prefixHash: digest,
  layers: z
    .array(z.string().regex(/^[^ @]+(@[^ ]+)? sha256:[0-9a-f]{64}$/, 'must be "id@version sha256:…"'))
    .describe("In prompt order: id, version of a layer file, hash of the layer's bytes."),
});

const profile = object({
  recipeHash: digest,
  toolsHash: digest,
  settings: shortDigest.describe("Of the profile's own settings, without its tools."),
  selects: z.array(name).describe("Layers that the profile can select, in prompt order."),
  files: z.array(z.string()).describe("Layer files that it can select, keys of layers."),
  models: z.record(z.string(), assembly).describe("By the model that it was assembled for."),
});

const variant = object({
  settings: z.record(z.string(), shortDigest).describe("Of each setting that the hashes depend on."),
  profiles: z.record(name, profile),
});

const stack = object({
  reference: name.describe("The scenario that the hashes are made in."),
  layers: z.record(z.string(), layer).describe("By the path of the layer file."),
  contracts: z.record(z.string(), digest).describe("Output contracts: schema and rules."),
  variants: z.record(name, variant),
});

/** `prompts/strata.lock.json`, which `strata lock` writes. */
export const lockFile = object({
  strata: format,
  lock: z.literal(1).describe("Format of the lock."),
  models: z.record(z.string(), object({ pinned: z.boolean() })),
  stacks: z.record(name, stack),
});

export type Lock = z.output<typeof lockFile>;
export type LockedStack = z.output<typeof stack>;
export type LockedVariant = z.output<typeof variant>;
export type LockedProfile = z.output<typeof profile>;
export type LockedAssembly = z.output<typeof assembly>;
export type LockedLayer = z.output<typeof layer>;
