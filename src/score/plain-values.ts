import { z } from "zod";
import type { PlainType } from "./allow-list.ts";
import type { Assertion } from "./types.ts";

/** An assertion that says the same of every output: it passes always, or never, leaving `not-` aside. */
export interface Constant {
  passes: boolean;
  why: string;
}

/** What promptfoo takes as the value of a type; what it would throw on, or ignore, is refused before the run. */
export interface PlainValue {
  /** The end of a sentence. */
  expected: string;
  schema: z.ZodType;
  /** Asked only of values that fit the schema. */
  constant?: (assertion: Assertion) => Constant | undefined;
}

const inEveryText: Constant = { passes: true, why: "the empty text is in every text" };
const textOrNumber = z.union([z.string().min(1), z.number()]);
const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const text: PlainValue = {
  expected: "a text or a number",
  schema: z.union([z.string(), z.number()]),
  constant: ({ value }) => (value === "" ? inEveryText : undefined),
};

// promptfoo splits a single string at its commas; a field of two quotes is an empty text.
const list: PlainValue = {
  expected: "a list of texts, none empty",
  schema: z.union([
    z.array(textOrNumber).min(1),
    z.string().refine((value) => /[^\s,]/.test(value) && !/(^|,)\s*""\s*(,|$)/.test(value)),
  ]),
};

const nothing: PlainValue = { expected: "left out", schema: z.undefined() };

// promptfoo reads the promise of an `$async` schema as a yes, and lets its rejection end the process.
const jsonSchema: PlainValue = {
  expected: "a JSON Schema that is not $async, or left out",
  schema: z.union([
    z.undefined(),
    z.string().regex(/^(?![^]*\$async)[^]+$/),
    z.record(z.string(), z.unknown()).refine((value) => value["$async"] === undefined),
  ]),
};

const xml: PlainValue = {
  expected: "the required elements, or left out",
  schema: z.union([
    z.undefined(),
    texts,
    z.strictObject({ requiredElements: z.array(z.string().min(1)).min(1) }),
  ]),
};

/** What every plain type's value must be; the type of this table keeps it complete. */
export const plainValues: Record<PlainType, PlainValue> = {
  bleu: score(texts, "a reference text or a list of them"),
  contains: text,
  "contains-all": list,
  "contains-any": list,
  "contains-html": nothing,
  "contains-json": jsonSchema,
  "contains-xml": xml,
  equals: { expected: "the whole text", schema: z.custom((value) => value !== undefined && value !== null) },
  gleu: score(texts, "a reference text or a list of them"),
  icontains: text,
  "icontains-all": list,
  "icontains-any": list,
  "is-html": nothing,
  "is-json": jsonSchema,
  "is-refusal": nothing,
  "is-xml": xml,
  levenshtein: {
    expected: "a text",
    schema: z.string(),
    constant: ({ threshold }) => below(threshold, "no distance is below 0"),
  },
  regex: { expected: "a pattern", schema: z.string(), constant: ({ value }) => matchesAll(String(value)) },
  "rouge-n": score(z.string().min(1), "a reference text"),
  "starts-with": { ...text, expected: "a text", schema: z.string() },
  "word-count": {
    expected: "a whole number, or {min, max} with min not above max",
    schema: z.union([
      z.int().min(0),
      z.string().regex(/^\d+$/),
      z
        .strictObject({ min: z.number().optional(), max: z.number().optional() })
        .refine(({ min, max }) => (min ?? max) !== undefined && (min ?? -Infinity) <= (max ?? Infinity)),
    ]),
    constant: ({ value }) => boundless(value),
  },
};

/** bleu, gleu and rouge-n: a score from 0 to 1 that must reach a threshold. */
function score(schema: z.ZodType, expected: string): PlainValue {
  return {
    expected,
    schema,
    constant({ threshold = 0.5 }) {
      if (threshold <= 0) return { passes: true, why: "every score reaches its threshold" };
      return threshold > 1 ? { passes: false, why: "no score is above 1" } : undefined;
    },
  };
}

function below(threshold: number | undefined, why: string): Constant | undefined {
  return threshold !== undefined && threshold < 0 ? { passes: false, why } : undefined;
}

function boundless(value: unknown): Constant | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { min = 0, max = Infinity } = value as { min?: number; max?: number };
  if (max < 0) return { passes: false, why: "no text has fewer than 0 words" };
  return min <= 0 && max === Infinity ? { passes: true, why: "every text has 0 words or more" } : undefined;
}

// No finite list of probes proves it; these differ enough that only a pattern made to match anything takes all.
const probes = ["", "\n", "0", "~", " \t", "Zq", "\u{1f600}", "é\u0000", "a b\nc d", "#!/x\n\n- y: {{z}}\n"];

function matchesAll(pattern: string): Constant | undefined {
  const regex = new RegExp(pattern);
  if (!probes.every((probe) => regex.test(probe))) return undefined;
  return { passes: true, why: "the pattern matches any text, the empty one too" };
}
