import type { RunView } from "./run-view.ts";

/** The content of summary.json. */
export type Summary = { strata: 1 } & Omit<RunView, "problems" | "trials">;

/** What a run came to, without its trials. */
export function summarize(view: RunView): Summary {
  const { id, created, commit, dirty, suite, caveat, totals, mustPassUnmeasured, combinations } = view;
  return { strata: 1, id, created, commit, dirty, suite, caveat, totals, mustPassUnmeasured, combinations };
}
