import { z } from "zod";
import { exactlyOne, name, object } from "./common.ts";

/** What a guard may demand of a file before its text is used. */
export const guardNames = ["regular", "no-symlink", "contained", "utf8", "no-nul"] as const;

const guard = z.union(
  [
    z.enum(guardNames),
    object({
      maxBytes: z.int().positive(),
      of: z.enum(["file", "text"]).default("file").describe("Count the file's bytes, or the canonical text's."),
    }),
  ],
  { error: `must be one of ${guardNames.join(", ")}, or {maxBytes: N}` },
);

/** Named text functions; each has no arguments. */
export const transformNames = ["trim", "trim-end", "strip-front-matter"] as const;

export const units = ["bytes", "chars", "utf16", "lines"] as const;

const bound = object({
  unit: z.enum(units).describe("chars are code points; lines are separated by LF."),
  max: z.int().positive(),
  cut: z
    .union([z.enum(["head", "reject", "skip"]), object({ headTail: z.tuple([z.number(), z.number()]) })])
    .describe("head keeps the start; headTail keeps shares of max; reject is an error; skip leaves the text out."),
  marker: z.string().default("").describe("Stands where text was cut; {{kept}}, {{total}} and {{omitted}} are filled in."),
  markerInside: z.boolean().default(false).describe("Whether the marker counts towards max."),
});

const wrap = object({
  prefix: z.string().optional(),
  suffix: z.string().optional(),
  fence: object({
    prefix: z.string().describe("The fence is this and the first digits of the body's SHA-256."),
    digits: z.int().min(4).max(64),
    escape: z.array(z.string()).default([]).describe("Lines that start so, or with the fence, get a backslash."),
  }).optional(),
  skipBlank: z.boolean().default(true).describe("A blank body stays blank instead of being wrapped."),
}).superRefine((value, context) => {
  if (value.fence === undefined && value.prefix === undefined && value.suffix === undefined) {
    context.addIssue({ code: "custom", message: "a wrap needs prefix, suffix or fence" });
  }
});

const step = object({
  guard: z.array(guard).min(1).optional(),
  onFail: z.enum(["error", "skip"]).optional().describe("With guard: fail the assembly, or leave the file out and say why."),
  transform: z.enum(transformNames).optional(),
  bound: bound.optional(),
  wrap: wrap.optional(),
  use: name.optional().describe("The steps of a named pipeline."),
})
  .superRefine(exactlyOne(["guard", "transform", "bound", "wrap", "use"], "step"))
  .superRefine((value, context) => {
    if (value.onFail !== undefined && value.guard === undefined) {
      context.addIssue({ code: "custom", message: "onFail belongs to a guard" });
    }
  });

/** Steps in the order they run. */
export const steps = z.array(step);

export type WrittenStep = z.output<typeof step>;
export type WrittenBound = z.output<typeof bound>;
export type WrittenWrap = z.output<typeof wrap>;
