import {
  readChartJs,
  renderCsv,
  renderHtml,
  renderTerminal,
  describeTotals,
  renderSurvivalText,
  type RunView,
  summarize,
  type SurvivalView,
} from "../report/index.ts";
import type { RunFolder } from "../run/index.ts";
import { stableJson } from "../util/index.ts";
import { type Io, wantsColor } from "./io.ts";

/** Writes what people and tools read of a run; of its compactions a summary, as they have files of their own. */
export function writeReports(folder: RunFolder, view: RunView, survival?: SurvivalView): void {
  const summary = { ...summarize(view), ...compactionOf(survival) };
  folder.write("summary.json", `${stableJson(summary, 2)}\n`);
  folder.write("results.csv", renderCsv(view));
  const line = survival === undefined ? undefined : describeTotals(survival);
  folder.write("report.html", renderHtml(view, { chartJs: readChartJs(), survival: line }));
}

/** Prints a run: its table, or one JSON document. */
export function printRun(io: Io, view: RunView, json: boolean, survival?: SurvivalView): void {
  if (json) {
    const document = { schema: 1, ...summarize(view), ...compactionOf(survival), problems: view.problems };
    io.stdout.write(`${stableJson(document, 2)}\n`);
    return;
  }
  const width = io.stdout.columns ?? (io.stdout.isTTY ? 100 : Infinity);
  const style = { color: wantsColor(io.stdout, io.env), width };
  const block = survival === undefined ? undefined : renderSurvivalText(survival, { ...style, brief: true });
  io.stdout.write(renderTerminal(view, { ...style, survival: block }));
}

/** The key that a survival run adds to the summary of a suite; none where no session was compacted. */
function compactionOf(survival: SurvivalView | undefined): { compaction?: Omit<SurvivalView, "matrix"> } {
  return survival === undefined ? {} : { compaction: withoutMatrix(survival) };
}

/** The parts that a summary shows: all but fact by fact. */
export function withoutMatrix({ matrix: _matrix, ...rest }: SurvivalView): Omit<SurvivalView, "matrix"> {
  return rest;
}
