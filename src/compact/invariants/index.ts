import type { Boundary, Expectations } from "../types.ts";
import { compareText, type Finding } from "../../util/index.ts";
import { isQuoteHeader } from "../history/index.ts";
import { checkChannels, checkRules } from "./check-channels.ts";
import { checkHistory } from "./check-history.ts";
import { checkHooks } from "./check-hooks.ts";
import { checkMemory } from "./check-memory.ts";
import { checkSummaries } from "./check-summary.ts";
import { createReport } from "./context.ts";

/** What a check must be told beside the boundary. */
export interface Evidence {
  /** What the archive gives for the boundary's address; null where it gives nothing. */
  archived: string | null;
  /** Why a second compaction would change nothing; null where it would go on. */
  again: string | null;
  /** Whether a sentence is what the stack puts around a summary: not a claim of the summarizer. */
  isFrame?: (sentence: string) => boolean;
  /** The layer that directives are from. */
  directivesLayer?: string;
}

/** Layer A: everything that must hold at a boundary, checked on what a provider would receive. Asks no model. */
export function checkBoundary(boundary: Boundary, expectations: Expectations, evidence: Evidence): Finding[] {
  const { report, findings } = createReport(expectations);
  checkMemory(boundary, expectations, report);
  checkHistory(boundary, expectations, report);
  checkHooks(boundary, expectations, evidence.archived, report);
  checkChannels(boundary, expectations, evidence.directivesLayer ?? "directives", report);
  checkRules(boundary, expectations, report);
  checkSummaries(boundary, evidence.isFrame ?? isQuoteHeader, report);
  if (boundary.outcome.kind === "compacted" && evidence.again === null)
    report("not-idempotent", "history", {});
  return findings.toSorted((a, b) => compareText(a.kind, b.kind));
}
