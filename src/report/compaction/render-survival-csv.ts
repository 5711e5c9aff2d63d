import { stringify } from "csv-stringify/sync";
import type { SurvivalCell, SurvivalView } from "./survival-view.ts";

// A record, so that a field added to a cell is missing here at compile time.
const columns = {
  stack: true,
  variant: true,
  profile: true,
  session: true,
  fact: true,
  kind: true,
  source: true,
  severity: true,
  strategy: true,
  own: true,
  generations: true,
  verdict: true,
  place: true,
  span: true,
  reason: true,
} satisfies Record<keyof SurvivalCell, true>;

/** One row for each fact, strategy and number of generations; RFC 4180 with LF, and no cell that a spreadsheet would run. */
export function renderSurvivalCsv({ matrix }: Pick<SurvivalView, "matrix">): string {
  return stringify(
    matrix.map(({ own, ...cell }) => ({ ...cell, own: String(own) })),
    { columns: Object.keys(columns), header: true, record_delimiter: "unix", escape_formulas: true },
  );
}
