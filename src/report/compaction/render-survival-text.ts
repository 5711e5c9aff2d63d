import { styleText } from "node:util";
import { plainLine } from "../../util/index.ts";
import { tableLines } from "../text-table.ts";
import { fitText, wrapText } from "../text-width.ts";
import { cellText, isKept, legend, type MatrixRow, matrixRows, ownTotals } from "./matrix-rows.ts";
import type { StrategySurvival, SurvivalRate, SurvivalView } from "./survival-view.ts";

const mostFailures = 20;
const mostRows = 24;

export interface SurvivalTextOptions {
  color: boolean;
  width: number;
  /** Every row of the matrix, and not only facts that a stack's own strategy lost. */
  everyRow?: boolean;
  /** The table of the stacks' own strategies and what failed alone. */
  brief?: boolean;
}

type Paint = (style: "green" | "red" | "dim" | "yellow" | "bold", text: string) => string;

/** A survival run for a terminal: rates, decay, matrix, failures, and the totals as the last line. */
export function renderSurvivalText(view: SurvivalView, options: SurvivalTextOptions): string {
  const paint: Paint = (style, text) =>
    options.color ? styleText(style, text, { validateStream: false }) : text;
  const { width, brief = false } = options;
  const shown = brief ? view.strategies.filter(({ own }) => own) : view.strategies;
  const dim = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => wrapText(plainLine(line), width)).map((line) => paint("dim", line));
  const blocks = [
    rateLines(shown, width, paint),
    brief ? [] : decayLines(shown, width),
    brief ? [] : probeLines(shown, width),
    brief ? [] : matrixLines(view, options, paint),
    failureLines(view.failures, width, paint),
    [...dim(view.known), ...(brief ? [] : dim(view.caveats)), totalsLine(view, paint)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function rateLines(rows: readonly StrategySurvival[], width: number, paint: Paint): string[] {
  const numbers = ["lost", "contradicted", "not observable"];
  const [head, ...lines] = tableLines(
    { texts: ["stack", "strategy", "facts that survive", "tokens"], numbers },
    rows.map((row) => ({
      mark: row.own && row.findings > 0 ? paint("red", "x") : " ",
      texts: [nameOf(row), `${row.strategy}${row.own ? " *" : ""}`, rateText(row.overall), tokensText(row)],
      numbers: [row.verdicts.lost, row.verdicts.contradicted, row.verdicts.not_observable],
      paint: [
        (text) => paint(row.verdicts.lost > 0 ? "yellow" : "dim", text),
        (text) => paint(row.verdicts.contradicted > 0 ? "red" : "dim", text),
        (text) => paint("dim", text),
      ],
    })),
    width,
  );
  return [paint("bold", head!), ...lines, paint("dim", "* the stack's own strategy, which decides")];
}

function nameOf({ stack, variant }: { stack: string; variant: string }): string {
  return plainLine(variant === "default" ? stack : `${stack}@${variant}`);
}

/** `97.4% (91.0 to 99.3) of 1312`. */
function rateText({ rate, interval, marked }: SurvivalRate): string {
  if (rate === null || interval === null) return "not observable";
  const [low, high] = interval.map((end) => (100 * end).toFixed(1));
  return `${(100 * rate).toFixed(1)}% (${low} to ${high}) of ${marked}`;
}

function tokensText({ tokens: { before, after } }: StrategySurvival): string {
  if (before === 0) return "nothing compacted";
  return `${before} to ${after} (${Math.round((100 * after) / before)}%)`;
}

function decayLines(rows: readonly StrategySurvival[], width: number): string[] {
  const lines = rows
    .filter(({ own, overall }) => own && overall.marked > 0)
    .map((row) => {
      const points = Object.entries(row.decay).map(
        ([age, { rate }]) => `${age}: ${rate === null ? "n/a" : `${(100 * rate).toFixed(1)}%`}`,
      );
      const half = row.halfLife === null ? "" : `; half is lost after ${row.halfLife}`;
      return fitText(`  ${nameOf(row)} ${row.strategy}  ${points.join(", ")}${half}`, width);
    });
  return lines.length === 0 ? [] : ["decay, by boundaries that a fact has passed (memory apart)", ...lines];
}

function probeLines(rows: readonly StrategySurvival[], width: number): string[] {
  return rows
    .filter(({ probes }) => probes.asked + probes.unmeasured > 0)
    .map((row) => {
      const { asked, whole, compacted, lost, gained, unmeasured } = row.probes;
      const missing = unmeasured === 0 ? "" : `, ${unmeasured} not measured`;
      return fitText(
        `probes  ${nameOf(row)} ${row.strategy}  ${whole} of ${asked} pass on the whole conversation, ${compacted} on the compacted one (${lost} lost, ${gained} gained${missing})`,
        width,
      );
    });
}

function matrixLines(
  view: SurvivalView,
  { width, everyRow = false }: SurvivalTextOptions,
  paint: Paint,
): string[] {
  const { generations, strategies, rows } = matrixRows(view);
  const wanted = everyRow ? rows : rows.filter((row) => !isKept(row));
  if (wanted.length === 0) return [];
  const shown = everyRow ? wanted : wanted.slice(0, mostRows);
  const title = everyRow ? "facts" : "facts that a stack's own strategy lost";
  const [head, ...lines] = tableLines(
    { texts: ["stack", "session", "fact", ...strategies.map((_, i) => String(i + 1))], numbers: [] },
    shown.map((row) => ({
      mark: " ",
      texts: [
        row.stack,
        row.session,
        `${row.fact} (${row.source}, ${row.severity})`,
        ...cellsIn(row, strategies),
      ].map(plainLine),
      numbers: [],
      paint: [],
    })),
    width,
  );
  const names = strategies.map((strategy, i) => `${i + 1} ${strategy}`).join(", ");
  const more = wanted.length - shown.length;
  return [
    `${title}, compacted ${generations.join(", ")} times`,
    paint("bold", head!),
    ...lines,
    ...(more > 0 ? [paint("dim", `… and ${more} more, see survival.csv`)] : []),
    ...[names, legend].flatMap((line) => wrapText(line, width)).map((line) => paint("dim", line)),
  ];
}

function cellsIn({ cells }: MatrixRow, strategies: readonly string[]): string[] {
  return strategies.map((strategy) => cellText(cells.get(strategy)));
}

function failureLines(failures: readonly string[], width: number, paint: Paint): string[] {
  const lines = failures.slice(0, mostFailures).flatMap((message) => {
    const [first = "", ...rest] = wrapText(plainLine(message), width - 6);
    return [`${paint("red", "FAIL")}  ${first}`, ...rest.map((line) => `      ${line}`)];
  });
  const more = failures.length - mostFailures;
  return more > 0 ? [...lines, paint("dim", `… and ${more} more, see survival.json`)] : lines;
}

function totalsLine(view: SurvivalView, paint: Paint): string {
  const line = describeTotals(view);
  return `compaction: ${view.totals.failures > 0 ? paint("red", line) : line}`;
}

/** What a survival run came to, in a line. */
export function describeTotals(view: SurvivalView): string {
  const { survived, marked } = ownTotals(view);
  const { failures, boundaries } = view.totals;
  return [
    `${survived} of ${marked} facts survive`,
    `${boundaries} ${boundaries === 1 ? "boundary" : "boundaries"}`,
    `${failures} ${failures === 1 ? "failure" : "failures"}`,
  ].join(", ");
}
