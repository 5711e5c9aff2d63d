import { stringify } from "csv-stringify/sync";
import type { Trial } from "../../run/index.ts";

const columns = [
  ...[
    "side",
    "case",
    "stack",
    "variant",
    "profile",
    "model",
    "answer",
    "scenario",
    "repeat",
    "status",
    "reason",
  ],
  ...["recipeHash", "hash", "calls", "cached", "inputTokens", "outputTokens", "costUsd", "graderCostUsd"],
];

/** One row per trial of either side, RFC 4180 with LF; what is not known is n/a. */
export function renderAbCsv(rows: readonly Trial[]): string {
  return stringify(
    rows.map((row) => ({ ...row, answer: row.answer ?? "", ...spentOf(row) })),
    { columns, header: true, record_delimiter: "unix", escape_formulas: true },
  );
}

/** Empty where nobody was called that could cost anything. */
function spentOf({ spent, grader }: Trial): object {
  const known = (value: number | null) => value ?? "n/a";
  return {
    ...(spent === undefined
      ? {}
      : {
          calls: spent.calls,
          cached: String(spent.cached),
          inputTokens: known(spent.usage?.input ?? null),
          outputTokens: known(spent.usage?.output ?? null),
          costUsd: known(spent.costUsd),
        }),
    ...(grader === undefined ? {} : { graderCostUsd: known(grader.costUsd) }),
  };
}
