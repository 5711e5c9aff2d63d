import { hash } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { strata } from "./testing.ts";

export const sha256 = (data: string | Uint8Array) => `sha256:${hash("sha256", data, "hex")}`;

// Design, section 4. Strict objects: no key more, no key less.
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const channel = z.strictObject({ text: z.string(), hash: digest });
const sourceSchema = z.strictObject({
  path: z.string(),
  scope: z.string(),
  sourceHash: digest.optional(),
  status: z.enum(["taken", "skipped", "absent", "shadowed", "deferred"]),
  reason: z.string().optional(),
});
export const assemblySchema = z.strictObject({
  stack: z.string(),
  variant: z.string(),
  profile: z.string(),
  model: z.string(),
  scenario: z.string(),
  recipeHash: digest,
  hash: digest,
  prefixHash: digest,
  toolsHash: digest,
  tokens: z.strictObject({ count: z.int().positive(), tokenizer: z.string(), estimate: z.boolean() }),
  text: z.string(),
  channels: z.strictObject({
    prefill: channel.optional(),
    user_prefix: channel.optional(),
    user_suffix: channel.optional(),
    injected: channel.optional(),
    tool_result: channel.optional(),
    summarizer: channel.optional(),
  }),
  layers: z.array(
    z.strictObject({
      id: z.string(),
      version: z.string().nullable(),
      tier: z.string(),
      channel: z.string(),
      hash: digest,
      sourceHash: digest.optional(),
      start: z.int(),
      end: z.int(),
      tokens: z.int(),
      sources: z.array(sourceSchema),
    }),
  ),
  diagnostics: z.array(
    z.strictObject({
      kind: z.string(),
      severity: z.enum(["error", "warning", "info"]),
      message: z.string(),
      file: z.string().optional(),
      line: z.int().optional(),
      layer: z.string().optional(),
    }),
  ),
});

/** The elements of `assemble --json`, checked against the design. */
export async function assembleJson(cwd: string, ...argv: string[]) {
  const { code, stdout } = await strata(cwd, ["assemble", "--json", ...argv]);
  expect(code).toBe(0);
  return z.array(assemblySchema).parse(JSON.parse(stdout));
}
