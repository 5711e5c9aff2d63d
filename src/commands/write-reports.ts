import {
  readChartJs,
  renderCsv,
  renderHtml,
  renderTerminal,
  type RunView,
  summarize,
} from "../report/index.ts";
import type { RunFolder } from "../run/index.ts";
import { stableJson } from "../util/index.ts";
import { type Io, wantsColor } from "./io.ts";

/** Writes what people and tools read of a run; `more` stands beside the keys of its summary. */
export function writeReports(folder: RunFolder, view: RunView, more: object = {}): void {
  folder.write("summary.json", `${stableJson({ ...summarize(view), ...more }, 2)}\n`);
  folder.write("results.csv", renderCsv(view));
  folder.write("report.html", renderHtml(view, { chartJs: readChartJs() }));
}

/** Prints a run: its table, or one JSON document. */
export function printRun(io: Io, view: RunView, json: boolean, more: object = {}): void {
  if (json) {
    const document = { schema: 1, ...summarize(view), ...more, problems: view.problems };
    io.stdout.write(`${stableJson(document, 2)}\n`);
    return;
  }
  const width = io.stdout.columns ?? (io.stdout.isTTY ? 100 : Infinity);
  io.stdout.write(renderTerminal(view, { color: wantsColor(io.stdout, io.env), width }));
}
