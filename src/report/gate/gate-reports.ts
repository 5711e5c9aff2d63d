import type { AbRun } from "../../compare/index.ts";
import type { GateReport } from "../../gate/index.ts";
import type { ProjectDiff } from "../../lock/index.ts";
import { abReports } from "../ab/ab-reports.ts";
import { gateMarkup } from "./gate-markup.ts";

/** The files of a gate's comparison: those of any comparison, with the whole gate on its page. */
export function gateReports(
  run: Pick<AbRun, "result" | "rows">,
  diff: ProjectDiff | null,
  report: GateReport,
): Record<string, string> {
  return abReports(run, diff, gateMarkup(report));
}
