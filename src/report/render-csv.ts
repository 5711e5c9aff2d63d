import { stringify } from "csv-stringify/sync";
import type { RunView, TrialRow } from "./run-view.ts";

// A record, so that a field added to TrialRow is missing here at compile time.
const columns = {
  case: true,
  stack: true,
  variant: true,
  profile: true,
  model: true,
  answer: true,
  scenario: true,
  repeat: true,
  status: true,
  reason: true,
  recipeHash: true,
  hash: true,
} satisfies Record<keyof TrialRow, true>;

/** One row per trial, RFC 4180 with LF; text that a spreadsheet would run as a formula starts with an apostrophe. */
export function renderCsv(view: RunView): string {
  return stringify(view.trials, {
    columns: Object.keys(columns),
    header: true,
    record_delimiter: "unix",
    escape_formulas: true,
  });
}
