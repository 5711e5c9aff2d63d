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

/** Rows that are rendered at a time: the whole file of a long run would be in memory three times over. */
const sliceRows = 1000;

/**
 * One row per trial, RFC 4180 with LF, in slices to be written one after the other; text that a spreadsheet would run as
 * a formula starts with an apostrophe.
 */
export function* renderCsv({ trials }: Pick<RunView, "trials">): Generator<string> {
  for (let start = 0; start === 0 || start < trials.length; start += sliceRows) {
    yield stringify(trials.slice(start, start + sliceRows), {
      columns: Object.keys(columns),
      header: start === 0,
      record_delimiter: "unix",
      escape_formulas: true,
    });
  }
}
