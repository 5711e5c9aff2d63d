import { z } from "zod";
import { format, name, object, relativePath } from "./common.ts";

const share = z.number().min(0).max(1);

const suite = object({
  margin: share
    .refine((value) => value > 0, "must be above 0: no number of runs rules a drop of nothing out")
    .default(0.05)
    .describe(
      "The drop of the pass rate that must be ruled out, 0..1; one combination is allowed twice as much.",
    ),
  goal: z
    .enum(["no-regression", "prove-improvement"])
    .default("no-regression")
    .describe("Stop as soon as a loss is ruled out, or go on to find out whether the change is better."),
});

const quarantined = object({
  case: name.describe("Id of the case; it is run and shown, and decides nothing."),
  until: z.iso.date("must be a day such as 2026-12-31").describe("The last day on which it holds."),
  reason: z.string().min(10, "must say why, in at least ten characters"),
});

const budgets = object({
  calls: z.int().min(0).optional().describe("The most model calls of one gate."),
  cost: z.number().min(0).optional().describe("The most US dollars of one gate."),
  tokens: z
    .int()
    .positive()
    .optional()
    .describe("The most tokens of any assembled system text, in the stacks' reference scenarios."),
  growth: share
    .optional()
    .describe("How much any assembled system text may grow against the base, as a share of its tokens."),
});

/** `evals/gate.yaml`: when a change of the prompts may be merged. */
export const gateFile = object({
  strata: format,
  suites: z
    .record(name, suite)
    .refine((suites) => Object.keys(suites).length > 0, "needs a suite to compare with")
    .prefault({ default: {} })
    .describe("The suites whose cases both versions are run on."),
  onInconclusive: z
    .enum(["block", "pass"])
    .default("block")
    .describe("Whether a comparison that could not be decided stops the change."),
  onCorpusShrink: z
    .enum(["block", "warn"])
    .default("block")
    .describe("Whether a case that was removed or made weaker stops a change of the prompts."),
  requireMeasured: z
    .boolean()
    .default(false)
    .describe("Whether a must-pass case that was not measured leaves the gate undecided."),
  compaction: z.boolean().default(true).describe("Whether the compaction suite is run."),
  lint: object({
    maxWarnings: z.int().min(0).optional().describe("The most warnings; by default any number."),
    baseline: relativePath
      .optional()
      .describe("Findings that are known: a file of strata lint --update-baseline."),
  }).prefault({}),
  quarantine: z.array(quarantined).default([]),
  budgets: budgets.prefault({}),
});

export type WrittenGate = z.output<typeof gateFile>;
