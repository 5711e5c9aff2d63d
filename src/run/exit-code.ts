import type { TrialStatus } from "./types.ts";

/** How many trials ended how. */
export type StatusCounts = Record<TrialStatus, number>;

/**
 * The exit code of a run: a failed case is 1; a trial that could not be measured, or a run in which nothing was
 * measured at all, could not be decided and is 3.
 */
export function exitCodeOf(counts: StatusCounts): 0 | 1 | 3 {
  if (counts.failed > 0) return 1;
  return counts.unmeasured > 0 || counts.passed === 0 ? 3 : 0;
}
