import { z } from "zod";
import type { Answer, ChatRequest } from "../../model/index.ts";
import { type Sha256, sha256, stableJson } from "../../util/index.ts";

/** A stored answer: what was asked, and what came. */
export interface Entry {
  requestKey: Sha256;
  /** Answering model. */
  answer: string;
  repeat: number;
  salt: string;
  /** With the hash of the system text in its place: the text itself is kept once, beside the entries. */
  request: ChatRequest;
  response: Answer;
  /** ISO 8601, UTC. */
  recorded: string;
  /** The run that made the call. */
  run: string;
}

const count = z.number().nonnegative();

// Only what is read back and relied upon: entries of a later version may hold more.
const stored = z.object({
  strata: z.literal(1),
  requestKey: z.string(),
  answer: z.string(),
  repeat: z.number(),
  salt: z.string(),
  request: z.object({ system: z.string(), messages: z.array(z.unknown()) }).loose(),
  response: z.object({
    kind: z.literal("answer"),
    text: z.string(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.unknown() })).optional(),
    stop: z.enum(["end", "tool", "refusal"]).optional(),
    usage: z
      .object({ input: count, cacheWrite: count, cacheRead: count, output: count, reasoning: count })
      .optional(),
    servedBy: z.string().optional(),
    latency: count.optional(),
    batch: z.literal(true).optional(),
  }),
  recorded: z.string(),
  run: z.string(),
});

/** Where the answer to a request is kept, below the store's folder. */
export function entryPath(requestKey: Sha256, salt: string): string {
  const hash = salt === "" ? requestKey : sha256(stableJson([requestKey, salt]));
  const hex = hash.slice("sha256:".length);
  return `${hex.slice(0, 2)}/${hex}.json`;
}

/** Where a system text is kept. */
export function systemPath(system: Sha256): string {
  return `systems/${system.slice("sha256:".length)}.txt`;
}

/** Where the system text of a stored entry is kept, which has its hash. */
export function systemFile({ request }: Entry): string {
  return systemPath(request.system as Sha256);
}

export function entryText(entry: Entry): string {
  return `${stableJson({ strata: 1, ...entry }, 1)}\n`;
}

/** undefined for a text that is no whole entry for this request. */
export function parseEntry(text: string, requestKey?: Sha256): Entry | undefined {
  try {
    const entry = stored.parse(JSON.parse(text)) as unknown as Entry;
    return requestKey === undefined || entry.requestKey === requestKey ? entry : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether an answer may stand for the model's answer from now on: a whole one. A failure, an infrastructure's refusal
 * or a cut-off answer says nothing of the model, and the next call may well succeed.
 */
export function isKeepable({ text, toolCalls = [], stop }: Answer): boolean {
  return stop !== "length" && (text !== "" || toolCalls.length > 0);
}
