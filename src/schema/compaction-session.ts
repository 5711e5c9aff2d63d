import { z } from "zod";
import { format, name, object } from "./common.ts";

const text = z.string().min(1);

const lines = z
  .union([
    text,
    z.array(z.union([z.string(), object({ times: z.int().min(1).max(20_000), line: text })])).min(1),
  ])
  .describe(
    "A text, or its lines; a line with times is repeated. In it {{n}} is the count from 1, {{hex}} and {{digits}} are eight hexadecimal and five decimal digits of their own.",
  );

const call = object({ name, arguments: z.record(z.string(), z.json()).default({}) });

const said = z.union([
  object({ user: text }),
  object({ assistant: z.string(), calls: z.array(call).min(1).optional() }),
  object({
    tool: lines.describe("Results stand in the order of their calls, right behind them."),
    error: z.boolean().default(false),
  }),
]);

const repeated = object({
  repeat: z.int().min(1).max(500),
  with: z
    .record(name, z.array(z.string()).min(1))
    .default({})
    .describe("Placeholders; the first round takes the first value of each, and so on, round and round."),
  messages: z.array(said).min(1),
}).describe("Messages that are said again and again, with the placeholders of a repeated line and its own.");

/** A text, or a regular expression between slashes, with i and u. */
const alias = text.refine(isPattern, "is not a valid regular expression");

function isPattern(written: string): boolean {
  const source = /^\/(.+)\/$/s.exec(written)?.[1];
  if (source === undefined) return true;
  try {
    new RegExp(source, "iu");
    return true;
  } catch {
    return false;
  }
}

const probe = object({
  ask: text.describe("A question, or a task in which the fact must be obeyed."),
  expect: z
    .array(alias)
    .min(1)
    .optional()
    .describe("Any of them must be in the answer; by default the fact."),
  forbid: z.array(alias).default([]).describe("None of them may be in the answer or in a tool call."),
}).describe("Asked with a model only, of the compacted and of the whole conversation.");

const fact = object({
  id: name,
  kind: z.enum(["rule", "prohibition", "fact", "decision", "task", "path", "number"]),
  value: text.describe("As it was said, word for word."),
  aliases: z.array(alias).default([]).describe("Other words for it; /…/ is a regular expression."),
  must: z
    .enum(["exact", "semantic"])
    .default("exact")
    .describe("exact: word for word. semantic: other case, blanks or number format, or an alias, will do."),
  source: z.enum(["memory", "user", "tool", "assistant"]).describe("Who said it first."),
  supersedes: name.optional().describe("The fact that holds no more once this one was said."),
  severity: z.enum(["high", "medium", "low"]).default("medium"),
  about: z.array(text).default([]).describe("Words by which a sentence is known to be about it."),
  decoys: z.array(text).default([]).describe("Near misses; one of them in its place contradicts it."),
  probe: probe.optional(),
}).describe("Its depth is where it was said first.");

const memory = object({
  text: text.describe("What the memory file says for this session, below what it holds already."),
  into: z
    .record(
      name,
      object({
        path: z
          .string()
          .regex(
            /^\{\{(workspace|home|managed|cwd)\}\}\/[^\0]+$/,
            "must begin with {{workspace}}/, {{home}}/, {{managed}}/ or {{cwd}}/",
          ),
        separator: z.string().default("\n\n"),
      }),
    )
    .describe("By stack: its memory file."),
});

const edit = object({
  from: text,
  to: text,
  facts: z.record(name, text).describe("What facts of memory say from then on, by id."),
}).describe("A change of the memory file in the middle of the session.");

/** `corpus/compaction/*.yaml`: a conversation with marked facts. */
export const compactionSessionFile = object({
  strata: format,
  id: name,
  description: z.string(),
  stacks: z.array(name).min(1).optional().describe("By default all."),
  focus: text.optional().describe("What /compact <focus> says where a session is compacted by hand."),
  memory: memory.optional(),
  edit: edit.optional(),
  messages: z.array(z.union([...said.options, repeated])).min(1),
  facts: z.array(fact).min(1),
  injections: z
    .array(object({ id: name, text }))
    .default([])
    .describe("Planted instructions that no summary may carry on."),
});

export type WrittenCompactionSession = z.output<typeof compactionSessionFile>;
export type WrittenFact = z.output<typeof fact>;
export type WrittenSaid = z.output<typeof said>;
export type WrittenLines = z.output<typeof lines>;
