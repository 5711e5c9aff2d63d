import type { CostView } from "./cost-view.ts";
import type { RunView } from "./run-view.ts";

/** The content of summary.json. */
export type Summary = { strata: 1 } & Omit<RunView, "problems" | "trials" | "cost"> & { cost?: CostView };

/** What a run came to, without its trials. */
export function summarize(view: RunView): Summary {
  const { id, created, commit, dirty, suite, caveat, totals, mustPassUnmeasured, combinations } = view;
  const counted = { suite, caveat, totals, mustPassUnmeasured, combinations };
  // Where nothing could cost anything there is nothing to say, and 0 would say something.
  return {
    strata: 1,
    id,
    created,
    commit,
    dirty,
    ...counted,
    ...(view.cost === null ? {} : { cost: view.cost }),
  };
}
