import { z } from "zod";
import { format, object } from "./common.ts";

/** What an old repository was found with, and is not asked to mend at once. */
export const lintBaselineFile = object({
  strata: format,
  findings: z.array(
    object({
      file: z.string(),
      kind: z.string().describe("The rule."),
      line: z.string().describe("Of the line's text: a hash, so that other lines may come and go."),
      count: z.int().positive(),
    }),
  ),
});

export type WrittenLintBaseline = z.output<typeof lintBaselineFile>;
