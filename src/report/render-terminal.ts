import { plainLine } from "../util/index.ts";
import { styleText } from "node:util";
import { groupCombinations, outcomes } from "./group-combinations.ts";
import {
  combinationColumns,
  type Differences,
  findDifferences,
  nameCombinations,
} from "./name-combinations.ts";
import { costLines } from "./cost-lines.ts";
import { describeUnmeasured } from "./describe-unmeasured.ts";
import type { Counts, RunView, TrialRow } from "./run-view.ts";
import { type TableRow, tableLines } from "./text-table.ts";
import { fitText, textWidth, wrapText } from "./text-width.ts";

const mostCases = 20;
const mostReasons = 5;

const styles = {
  passed: "green",
  failed: "red",
  skipped: "dim",
  unmeasured: "yellow",
} as const satisfies Record<keyof Counts, string>;

type Paint = (style: "green" | "red" | "dim" | "yellow" | "bold", text: string) => string;

export interface TerminalOptions {
  color: boolean;
  width: number;
  /** What came of its compactions, as a block of lines that end. */
  survival?: string | undefined;
}

/** A run for a terminal of `width` columns: combinations, failed cases, caveat, and the totals as the last line. */
export function renderTerminal(view: RunView, { color, width, survival }: TerminalOptions): string {
  // Whether to colour is the caller's decision; styleText would look at this process's own stdout.
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const differences = findDifferences(view);
  const blocks = [
    combinationLines(view, differences, width, paint),
    failureLines(view, differences, width, paint),
    reasonLines(view, width, paint),
    costLines(view.cost).flatMap((line) => wrapText(plainLine(line), width)),
    survival === undefined ? [] : [survival.trimEnd()],
    [...caveatLines(view, width, paint), totalsLine(view, paint)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function combinationLines(view: RunView, differences: Differences, width: number, paint: Paint): string[] {
  const columns = combinationColumns(differences);
  const rows = groupCombinations(view.combinations).map((group): TableRow => {
    // A failing row is also marked by a sign, for eyes and logs without colour.
    const mark = group.failed > 0 ? paint("red", "x") : group.unmeasured > 0 ? paint("yellow", "?") : " ";
    return {
      mark,
      texts: columns.map((column) => plainLine(column.cell(group))),
      numbers: outcomes.map((outcome) => group[outcome]),
      paint: outcomes.map((outcome) => (text) => paint(group[outcome] > 0 ? styles[outcome] : "dim", text)),
    };
  });
  if (rows.length === 0) return [];
  const [head, ...lines] = tableLines(
    { texts: columns.map((column) => column.name), numbers: [...outcomes] },
    rows,
    width,
  );
  return [paint("bold", head!), ...lines];
}

function failureLines(view: RunView, differences: Differences, width: number, paint: Paint): string[] {
  const failed = view.problems.filter((problem) => problem.status === "failed");
  const cases = [...Map.groupBy(failed, (problem) => problem.case)];
  const lines = cases.slice(0, mostCases).flatMap(([id, trials]) => {
    const place = nameCombinations(trials, differences);
    return oneOrTwoLines(paint("red", "FAIL"), `${plainLine(id)}  ${plainLine(place)}`, trials, width);
  });
  if (cases.length > mostCases)
    lines.push(paint("dim", `… and ${cases.length - mostCases} more, see report.html`));
  return lines;
}

/** A reason that does not fit beside its case gets a line of its own rather than being cut to nothing. */
function oneOrTwoLines(label: string, where: string, trials: readonly TrialRow[], width: number): string[] {
  const indent = "      ";
  const rest = width - indent.length;
  const [reason = "", ...others] = new Set(trials.map((trial) => plainLine(trial.reason)));
  const more =
    others.length === 0 ? "" : ` (+${others.length} other ${others.length === 1 ? "reason" : "reasons"})`;
  if (textWidth(`${where}  ${reason}${more}`) <= rest)
    return [`${label}  ${where}  ${reason}${more}`.trimEnd()];
  return [`${label}  ${fitText(where, rest)}`, `${indent}${fitText(reason, rest - more.length)}${more}`];
}

function reasonLines(view: RunView, width: number, paint: Paint): string[] {
  return (["unmeasured", "skipped"] as const).flatMap((status) => {
    const trials = view.trials.filter((trial) => trial.status === status);
    const reasons = [...Map.groupBy(trials, (trial) => trial.reason)];
    const lines = reasons
      .slice(0, mostReasons)
      .map(([reason, { length }]) =>
        paint(styles[status], fitText(`${length} ${status}: ${plainLine(reason)}`, width)),
      );
    if (reasons.length > mostReasons) {
      lines.push(paint("dim", `… and ${reasons.length - mostReasons} more reasons, see results.csv`));
    }
    return lines;
  });
}

function caveatLines({ caveat }: RunView, width: number, paint: Paint): string[] {
  return caveat === "" ? [] : wrapText(plainLine(caveat), width).map((line) => paint("dim", line));
}

function totalsLine({ totals, mustPassUnmeasured }: RunView, paint: Paint): string {
  const counts = outcomes.map((outcome) => {
    const text = `${totals[outcome]} ${outcome}`;
    return totals[outcome] > 0 ? paint(styles[outcome], text) : text;
  });
  return [counts.join(", "), describeUnmeasured(mustPassUnmeasured) ?? []].flat().join("; ");
}
