import type { Finding } from "../util/index.ts";
import { runFinding } from "./messages.ts";
import type { KeptTrial } from "./types.ts";

/** One warning for each flag that fails nothing, however many trials raised it. */
export function flagged(trials: readonly KeptTrial[]): Finding[] {
  const raised = new Map<string, KeptTrial[]>();
  for (const trial of trials) {
    const names = trial.flags?.filter(({ blocking }) => !blocking).map(({ flag }) => flag);
    for (const name of new Set(names)) raised.set(name, [...(raised.get(name) ?? []), trial]);
  }
  return [...raised].map(([flag, all]) => {
    const cases = [...new Set(all.map((trial) => trial.case))].toSorted();
    return runFinding("agent-flag", { flag, trials: all.length, cases }, {}, "warning");
  });
}
