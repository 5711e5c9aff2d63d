import { stringify } from "csv-stringify/sync";
import type { Usage } from "../cost/index.ts";
import type { Spent } from "../run/index.ts";
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
} satisfies Record<Exclude<keyof TrialRow, "spent" | "grader">, true>;

/**
 * Only in runs that called a model that could cost anything. What is not known is n/a: an empty cell, or a 0, would be
 * added up.
 */
const costColumns: Record<string, (spent: Spent | undefined, grader: Spent | undefined) => string | number> =
  {
    calls: (spent) => spent?.calls ?? 0,
    cached: (spent) => String(spent?.cached ?? false),
    latencyMs: (spent) => spent?.latencyMs ?? "",
    inputTokens: (spent) => tokens(spent, "input"),
    cacheWriteTokens: (spent) => tokens(spent, "cacheWrite"),
    cacheReadTokens: (spent) => tokens(spent, "cacheRead"),
    outputTokens: (spent) => tokens(spent, "output"),
    reasoningTokens: (spent) => tokens(spent, "reasoning"),
    costUsd: (spent) => dollars(spent),
    graderCalls: (_, grader) => grader?.calls ?? 0,
    graderCostUsd: (_, grader) => dollars(grader),
  };

function tokens(spent: Spent | undefined, kind: keyof Usage): number | string {
  if (spent === undefined) return "";
  return spent.usage?.[kind] ?? "n/a";
}

function dollars(spent: Spent | undefined): number | string {
  return spent === undefined ? 0 : (spent.costUsd ?? "n/a");
}

/** Rows that are rendered at a time: the whole file of a long run would be in memory three times over. */
const sliceRows = 1000;

/**
 * One row per trial, RFC 4180 with LF, in slices to be written one after the other; text that a spreadsheet would run as
 * a formula starts with an apostrophe.
 */
export function* renderCsv({
  trials,
  cost = null,
}: Pick<RunView, "trials"> & Partial<Pick<RunView, "cost">>): Generator<string> {
  const names = [...Object.keys(columns), ...(cost === null ? [] : Object.keys(costColumns))];
  for (let start = 0; start === 0 || start < trials.length; start += sliceRows) {
    yield stringify(trials.slice(start, start + sliceRows).map(cellsOf), {
      columns: names,
      header: start === 0,
      record_delimiter: "unix",
      escape_formulas: true,
    });
  }
}

/** A trial that called nobody has no cells for it. */
function cellsOf({ spent, grader, ...row }: TrialRow): object {
  if (spent === undefined && grader === undefined) return row;
  const cells = Object.entries(costColumns).map(([name, cell]) => [name, cell(spent, grader)]);
  return { ...row, ...Object.fromEntries(cells) };
}
