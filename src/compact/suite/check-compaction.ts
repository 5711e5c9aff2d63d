import type { Project } from "../../load/index.ts";
import type { Finding } from "../../util/index.ts";
import { gateSurvival } from "./gate-survival.ts";
import { planSurvival } from "./plan-survival.ts";
import { runSurvival, type SurvivalOptions } from "./run-survival.ts";
import type { SurvivalRun, SurvivalSelection } from "./types.ts";

/** What the sessions of a project came to, and what is wrong with the stacks' own strategies. */
export interface CompactionCheck {
  runs: SurvivalRun[];
  findings: Finding[];
  /** It was interrupted, and the rest was not run. */
  interrupted: boolean;
}

/**
 * Compacts the sessions of a project and looks for every marked fact on the next request. Without a model it needs no
 * key and no network. Throws a UserError for unknown names and for a selection that is empty.
 */
export async function checkCompaction(
  project: Project,
  selection: SurvivalSelection = {},
  options: SurvivalOptions = {},
): Promise<CompactionCheck> {
  const planned = planSurvival(project, selection);
  const runs = await runSurvival(planned, options);
  // A profile without memory is no proof that a session's memory stands in the wrong place.
  const findings = gateSurvival(runs, selection.profiles === undefined);
  return { runs, findings, interrupted: runs.length < planned.length };
}
