import type { Gate, GatePart } from "../../gate/index.ts";
import type { Project } from "../../load/index.ts";
import { evalSurvival, type Survival } from "../compaction-suite.ts";
import type { Io } from "../io.ts";

/** The compaction suite as a part of the gate; `survival` is null where it was not run. */
export async function compactionPart(
  io: Io,
  project: Project,
  gate: Gate,
): Promise<{ part: GatePart; survival: Survival | null }> {
  const part = { part: "compaction", code: 0, details: [], findings: [] } as const;
  const skipped = (summary: string) => ({
    ...{ part: { ...part, skipped: true, summary, details: [], findings: [] }, survival: null },
  });
  if (!gate.compaction) return skipped("Switched off in evals/gate.yaml.");
  const survival = await evalSurvival(io, project, { suite: "default" });
  if (survival === null) return skipped("No stack is compacted in a session of corpus/compaction.");
  const { totals, failures, sessions } = survival.view;
  const summary = {
    0: `What must survive does, in ${sessions.length} sessions.`,
    1: `${totals.failures} ${totals.failures === 1 ? "thing" : "things"} that must survive did not.`,
    3: "Whether it survives could not be decided.",
  }[survival.code];
  return { part: { ...part, code: survival.code, summary, details: [...failures], findings: [] }, survival };
}
