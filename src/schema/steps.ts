import { z } from "zod";
import { exactlyOne, name, object } from "./common.ts";

/** What a guard may demand of a file before its text is used. */
const guardNames = ["regular", "no-symlink", "not-a-symlink", "contained", "utf8", "no-nul"] as const;

/** How far a scan for threats goes; each scope holds the one before it. */
const scanScopes = ["all", "context", "strict"] as const;

const maxBytes = object({
  maxBytes: z.int().positive(),
  of: z.enum(["file", "text"]).default("file").describe("Count the file's bytes, or the canonical text's."),
});

const scan = object({
  scan: z.enum(scanScopes).describe("Which threat patterns the text must not match."),
  window: z.int().positive().default(65_536).describe("Only this many characters are looked at."),
  beyond: z
    .enum(["warn", "fail"])
    .default("warn")
    .describe("A text longer than the window: report the unscanned tail, or fail the guard."),
});

const guard = z.union([z.enum(guardNames), maxBytes, scan], {
  error: `must be one of ${guardNames.join(", ")}, {maxBytes: N} or {scan: SCOPE}`,
});

/** Named text functions; each has no arguments. */
const transformNames = ["trim", "trim-end", "strip-front-matter", "sanitize", "shell-printf"] as const;

const units = ["bytes", "chars", "utf16", "lines"] as const;

const windowShare = object({
  windowShare: z.number().positive().describe("Characters for each token of the model's context window."),
  atLeast: z.int().positive(),
  atMost: z.int().positive(),
});

const limit = z.union([
  z.int().positive(),
  windowShare,
  object({
    input: name.describe("A positive whole number from the scenario; anything else counts as not given."),
    otherwise: z.union([z.int().positive(), windowShare]),
  }),
]);

const headTail = object({ headTail: z.tuple([z.number(), z.number()]) }).refine(
  ({ headTail: [head, tail] }) => Math.min(head, tail) >= 0 && head + tail > 0 && head + tail <= 1,
  { error: "the two shares must be 0 or more and add up to at most 1" },
);

const bound = object({
  unit: z.enum(units).describe("chars are code points; lines are separated by LF."),
  max: limit,
  cut: z
    .union([z.enum(["head", "reject", "skip"]), headTail])
    .describe(
      "head keeps the start; headTail keeps shares of max; reject is an error; skip leaves the text out.",
    ),
  marker: z
    .string()
    .default("")
    .describe(
      "Stands where text was cut; {{file}}, {{local}}, {{head}}, {{tail}}, {{kept}}, {{total}} and {{omitted}} are filled in.",
    ),
  markerInside: z.boolean().default(false).describe("Whether the marker counts towards max."),
});

const wrap = object({
  prefix: z.string().optional(),
  suffix: z.string().optional(),
  notice: z
    .string()
    .optional()
    .describe("A layer file that stands before the prefix; {{label}} is filled in, a line end follows."),
  label: z.string().optional().describe("With notice: what the wrapped text is called."),
  inside: z
    .enum(["keep", "escape", "remove"])
    .default("keep")
    .describe("What happens to the wrap's own delimiters inside the body."),
  fence: object({
    prefix: z.string().describe("The fence is this and the first digits of the body's SHA-256."),
    digits: z.int().min(4).max(64),
    escape: z
      .array(z.string())
      .default([])
      .describe("Lines that start so, or with the fence, get a backslash."),
  }).optional(),
  skipBlank: z.boolean().default(true).describe("A blank body stays blank instead of being wrapped."),
}).superRefine((value, context) => {
  if (value.fence === undefined && value.prefix === undefined && value.suffix === undefined) {
    context.addIssue({ code: "custom", message: "a wrap needs prefix, suffix or fence" });
  }
  if (value.inside !== "keep" && value.suffix === undefined) {
    context.addIssue({ code: "custom", message: "inside needs a suffix to look for" });
  }
});

const step = object({
  guard: z.array(guard).min(1).optional(),
  onFail: z
    .enum(["error", "skip", "block"])
    .optional()
    .describe(
      "With guard: fail the assembly, leave the file out and say why, or put the marker in its place.",
    ),
  marker: z
    .string()
    .optional()
    .describe("With onFail: block. {{file}}, {{local}} and {{ids}} (of the threats found) are filled in."),
  transform: z.enum(transformNames).optional(),
  bound: bound.optional(),
  heading: z
    .string()
    .optional()
    .describe(
      "Puts this line before a text that is not blank; {{path}}, {{local}}, {{scope}} and {{name}} are filled in.",
    ),
  wrap: wrap.optional(),
  use: name.optional().describe("The steps of a named pipeline."),
})
  .superRefine(exactlyOne(["guard", "transform", "bound", "heading", "wrap", "use"], "step"))
  .superRefine((value, context) => {
    if (value.onFail !== undefined && value.guard === undefined) {
      context.addIssue({ code: "custom", message: "onFail belongs to a guard" });
    }
    if ((value.onFail === "block") !== (value.marker !== undefined)) {
      context.addIssue({ code: "custom", message: "onFail: block and marker belong together" });
    }
  });

/** Steps in the order they run. */
export const steps = z.array(step);

export type WrittenStep = z.output<typeof step>;
export type WrittenBound = z.output<typeof bound>;
export type WrittenWrap = z.output<typeof wrap>;
