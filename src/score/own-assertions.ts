import { z } from "zod";
import { blockingFlags, warningFlags } from "../schema/index.ts";
import { byteLength } from "../util/index.ts";
import {
  type FileQuestion,
  fileContains,
  filesAbsent,
  filesExist,
  filesUnchanged,
  noFlags,
} from "./agent/index.ts";
import { containsAll, lacksAll, layersAbsent, layersPresent, toolsAre } from "./grade-layers.ts";
import { inOrder, lastContains, type NamedText, occurs } from "./grade-text.ts";
import type { OwnType } from "./own-types.ts";
import { preferred } from "./prefer.ts";
import { quote } from "./quote.ts";
import { keepsRules } from "./keeps-rules.ts";
import type { Assertion, ScoreDeps, Subject, Verdict } from "./types.ts";
import { validators } from "./validators/index.ts";

/** One of our own assertion types. */
export interface OwnAssertion {
  /** What `value` has to be, as the end of a sentence. */
  expected: string;
  /** Whether `layer` has a meaning, and whether it is required. */
  layer: "no" | "optional" | "required";
  accepts(value: unknown): boolean;
  grade(assertion: Assertion, subject: Subject, deps: ScoreDeps): Verdict | Promise<Verdict>;
}

interface Given {
  assertion: Assertion;
  subject: Subject;
  deps: ScoreDeps;
}

const filePath = z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.?(?:\/|$))[^]+(?<!\/)$/);
const paths = z.union([filePath.transform((one) => [one]), z.array(filePath).min(1)]);
const pathWords = "a path below the workspace or a list of them";

const text = z.string().min(1);
const flagName = z.enum([...blockingFlags, ...warningFlags]);
const oneOrMore = z.union([text.transform((one) => [one]), z.array(text).min(1)]);
const words = "a text or a list of texts, none empty";

/** Every type of ours; the type of this table keeps it complete. */
export const ownAssertions: Record<OwnType, OwnAssertion> = {
  "strata:file-absent": define({
    value: paths,
    expected: pathWords,
    grade: (value, given) => filesAbsent(value, inWorkspace(given)),
  }),
  "strata:file-contains": define({
    value: z.strictObject({ path: filePath, text: z.union([text, z.array(text).min(1)]) }),
    expected: "{path, text}, a path below the workspace and a text or a list of texts, none empty",
    grade: (value, given) => fileContains(value, inWorkspace(given)),
  }),
  "strata:file-exists": define({
    value: paths,
    expected: pathWords,
    grade: (value, given) => filesExist(value, inWorkspace(given)),
  }),
  "strata:file-unchanged": define({
    value: paths,
    expected: pathWords,
    grade: (value, given) => filesUnchanged(value, inWorkspace(given)),
  }),
  "strata:no-flags": define({
    value: z.union([flagName.transform((one) => [one]), z.array(flagName).min(1)]),
    expected: `a flag (${flagName.options.join(", ")}) or a list of them`,
    grade: (names, given) => noFlags(names, agentOf(given).flags),
  }),
  "strata:last-contains": define({
    value: text.regex(/^[^\n]+$/),
    expected: "a text of one line",
    grade: (value, { subject }) => lastContains(value, subject.output),
  }),
  "strata:order": define({
    value: z.array(text).min(2),
    expected: "a list of at least two texts, none empty",
    layer: "optional",
    grade: (values, given) => inText(given, (named) => inOrder(values, named)),
  }),
  "strata:preferred": define({
    value: z.strictObject({ over: text, because: text, orEqual: z.boolean().default(false) }),
    expected: "{over, because, orEqual?}, another answer, and what makes one the better",
    grade: (value, { subject, deps }) => {
      if (deps.judge === undefined) throw new TypeError("the suite names no grader");
      return preferred(subject.output, subject.input, value, deps.judge);
    },
  }),
  "strata:count": define({
    value: z.strictObject({ text, count: z.int().min(0) }),
    expected: "{text, count}, a text that is not empty and a whole number",
    layer: "optional",
    grade: (value, given) => inText(given, (named) => occurs(value, named)),
  }),
  "strata:budget": define({
    value: z.number().positive(),
    expected: "a number above 0",
    layer: "optional",
    grade: (limit, given) => inText(given, (named) => withinBudget(limit, named, given)),
  }),
  "strata:layer-present": define({
    value: oneOrMore,
    expected: "a layer id or a list of them",
    grade: (ids, { subject }) => layersPresent(ids, subject.assembly),
  }),
  "strata:layer-absent": define({
    value: oneOrMore,
    expected: "a layer id or a list of them",
    grade: (ids, { subject }) => layersAbsent(ids, subject.assembly),
  }),
  "strata:layer-contains": define({
    value: oneOrMore,
    expected: words,
    layer: "required",
    grade: (values, given) => inText(given, (named) => containsAll(values, named.name, named.text)),
  }),
  "strata:layer-lacks": define({
    value: oneOrMore,
    expected: words,
    layer: "required",
    grade: (values, given) => inText(given, (named) => lacksAll(values, named.name, named.text)),
  }),
  "strata:rules": define({
    value: z
      .union([text.transform((one) => [one]), z.array(text).min(1)])
      .refine((names) => names.every((name) => Object.hasOwn(validators, name))),
    expected: `the name of a validator (${Object.keys(validators).join(", ")}) or a list of them`,
    grade: (names, { subject }) => keepsRules(names, subject.output),
  }),
  "strata:tools": define({
    value: z.array(text),
    expected: "the list of all tool names",
    grade: (names, { subject }) => toolsAre(names, subject.assembly),
  }),
};

function define<S extends z.ZodType>(options: {
  value: S;
  expected: string;
  layer?: OwnAssertion["layer"];
  grade: (value: z.output<S>, given: Given) => Verdict | Promise<Verdict>;
}): OwnAssertion {
  const { value: schema, expected, layer = "no", grade } = options;
  return {
    expected,
    layer,
    accepts: (value) => schema.safeParse(value).success,
    grade(assertion, subject, deps) {
      const parsed = schema.safeParse(assertion.value);
      if (!parsed.success) throw new TypeError(`value must be ${expected}`);
      if (layer === "required" && assertion.layer === undefined) throw new TypeError("layer is missing");
      return grade(parsed.data, { assertion, subject, deps });
    },
  };
}

function agentOf({ subject }: Given): NonNullable<Subject["agent"]> {
  if (subject.agent === undefined) throw new TypeError("the case has no tools");
  return subject.agent;
}

function inWorkspace(given: Given): FileQuestion {
  return { run: agentOf(given).run, not: given.assertion.type.startsWith("not-") };
}

/** A layer that is not there fails every question about its text: a misspelt id must not read as "lacks it". */
function inText<R>({ assertion, subject }: Given, ask: (named: NamedText) => R): R | Verdict {
  const { assembly } = subject;
  if (assertion.layer === undefined) return ask({ name: "the system text", text: assembly.text });
  const layer = assembly.layers.find(({ id }) => id === assertion.layer);
  if (layer) return ask({ name: `layer ${quote(layer.id)}`, text: layer.text });
  return { pass: false, reason: `the assembly has no layer ${quote(assertion.layer)}` };
}

async function withinBudget(limit: number, named: NamedText, { assertion, deps }: Given): Promise<Verdict> {
  const unit = assertion.unit ?? "bytes";
  const size = unit === "bytes" ? byteLength(named.text) : await deps.countTokens(named.text);
  if (!Number.isFinite(size)) throw new TypeError(`the token count is ${size}`);
  const over = size > limit ? `, ${size - limit} over` : "";
  return { pass: size <= limit, reason: `${named.name} has ${size} ${unit} of at most ${limit}${over}` };
}
