import { z } from "zod";
import { format, object } from "./common.ts";

/** How a behaviour is proved; `later` names the work that must come first. */
const proof = z.enum([
  "test",
  "case",
  "later(lint)",
  "later(models)",
  "later(compaction)",
  "later(gate)",
  "later(reports)",
  "excluded",
]);

const behaviour = object({
  id: z.string().regex(/^[A-Z]{3}-\d{2}$/, "must be like ABH-01"),
  behaviour: z.string().min(10).describe("In one line."),
  proof: proof.describe("test: starts a test's name. case: is in a keyless case's covers."),
  reason: z.string().min(10).optional().describe("Why it comes later, or why no harness can hold it."),
}).superRefine((value, context) => {
  const needed = value.proof !== "test" && value.proof !== "case";
  if (needed === (value.reason !== undefined)) return;
  context.addIssue({ code: "custom", message: "later and excluded have a reason, test and case have none" });
});

/** `corpus/behaviours.yaml`: every behaviour of the reference systems, with its proof. */
export const behavioursFile = object({ strata: format, behaviours: z.array(behaviour).min(1) });
