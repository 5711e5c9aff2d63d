export { readChartJs } from "./read-chart-js.ts";
export { renderCsv } from "./render-csv.ts";
export { renderHtml } from "./render-html.ts";
export { renderTerminal } from "./render-terminal.ts";
export type { RunView } from "./run-view.ts";
export { summarize } from "./summary.ts";
export { countTrials, viewRun } from "./view-run.ts";
