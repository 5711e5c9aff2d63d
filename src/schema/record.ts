import { z } from "zod";
import type { Sha256 } from "../util/index.ts";
import { format, object } from "./common.ts";
import { channels, sessionIdPattern } from "./words.ts";

/** `sha256:` and 64 hex digits. */
export const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, "must be sha256: and 64 hex digits") as unknown as z.ZodType<Sha256>;

const sessionId = z
  .string()
  .regex(sessionIdPattern, "must be 1 to 200 characters without blanks and control characters");

/** Who or what outcomes belong together by: a hash, never the name itself. */
const cluster = z
  .string()
  .regex(/^(hmac-)?sha256:[0-9a-f]{64}$/, "must be sha256: or hmac-sha256: and 64 hex digits");

const layer = object({
  id: z.string(),
  version: z.string().nullable().describe("null for a layer whose text is not a versioned file."),
  channel: z.enum(channels),
  hash: digest.optional().describe("Of its bytes in the prompt; a secret layer has none."),
  sourceHash: digest.optional().describe("Of the layer file."),
});

const source = object({
  layer: z.string(),
  scope: z.string(),
  path: z.string().describe("As the agent sees it: below the workspace, ~/…, or of the system."),
  sourceHash: digest.optional(),
});

const git = object({ commit: z.string(), dirty: z.boolean() });

const assignment = object({
  experiment: z.string(),
  variant: z.string(),
  random: z.boolean().describe("Whether chance alone, and nothing about the session, chose the variant."),
  shares: z
    .record(z.string(), z.number().min(0).max(1))
    .optional()
    .describe("How often each variant was to be chosen; they add up to 1."),
});

const line = { strata: format, session: sessionId, time: z.iso.datetime() };

const prompt = {
  stack: z.string(),
  variant: z.string(),
  profile: z.string(),
  model: z.string().describe("Assembled for."),
  scenario: z.string(),
  recipeHash: digest,
  hash: digest.describe("Of the system text as sent."),
  maskedHash: digest.describe("Of the system text with each secret layer replaced by {{its id}}."),
  prefixHash: digest,
  toolsHash: digest,
  channels: z
    .partialRecord(z.enum(channels).exclude(["system"]), digest)
    .describe("Of the other channels' texts, secret layers replaced as in maskedHash."),
  layers: z.array(layer).describe("In prompt order."),
  sources: z.array(source).describe("The files that layers without a version are made of."),
  secrets: z.array(z.string()).describe("Ids of secret layers: their text and their own hash are not here."),
  git: git.nullable().describe("The repository of prompts; null outside git."),
  text: z.boolean().describe("Whether the bytes are in the object store."),
};

const start = object({
  ...{ ...line, event: z.literal("start"), ...prompt },
  assignment: assignment.optional(),
  cluster: cluster.optional(),
});

const change = {
  layer: z.string().optional().describe("The layer whose files changed."),
  prompt: object(prompt).optional().describe("The prompt from here on, where it is a new one."),
};

/** One line of `.strata/sessions.jsonl`: a session's prompt, or what became of the session later. */
export const recordFile = z.discriminatedUnion("event", [
  start,
  object({ ...line, event: z.literal("reload"), ...change }),
  object({ ...line, event: z.literal("compaction"), ...change }),
  object({
    ...{ ...line, event: z.literal("outcome") },
    value: z.union([z.enum(["pass", "fail"]), z.number().min(0).max(1)]),
    cluster: cluster.optional(),
  }),
]);

export type RecordLine = z.output<typeof recordFile>;
/** The line of a session's start. */
export type StartLine = Extract<RecordLine, { event: "start" }>;
/** A prompt as a record describes it. */
export type RecordedPrompt = z.output<z.ZodObject<typeof prompt>>;
export type Assignment = z.output<typeof assignment>;
