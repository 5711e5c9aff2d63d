import type { AbResult, AbRun } from "../../compare/index.ts";
import type { ProjectDiff } from "../../lock/index.ts";
import { stableJson } from "../../util/index.ts";
import type { Markup } from "../markup.ts";
import { renderAbCsv } from "./render-ab-csv.ts";
import { renderAbHtml } from "./render-ab-html.ts";

/** The files that a comparison leaves in its folder, by name; `section` is one more of its page. */
export function abReports(
  { result, rows }: Pick<AbRun, "result" | "rows">,
  diff: ProjectDiff | null,
  section?: Markup,
): Record<string, string> {
  return {
    "summary.json": `${stableJson(summarizeAb(result), 2)}\n`,
    "results.csv": renderAbCsv(rows),
    "report.html": renderAbHtml(result, { diff, section }),
  };
}

/** The content of a comparison's summary.json. */
function summarizeAb(result: AbResult): { strata: 1; kind: "ab" } & AbResult {
  return { strata: 1, kind: "ab", ...result };
}
