import { styleText } from "node:util";
import { type AbCase, type AbResult, drawChange, reachOf, signedPoints } from "../../compare/index.ts";
import { plainLine } from "../../util/index.ts";
import { readerCaveat } from "../view-run.ts";
import { fitText, padText, textWidth, wrapText } from "../text-width.ts";
import { answeredByReader, describeCost } from "./describe-ab.ts";
import { type AbRow, groupRows } from "./group-rows.ts";

const mostCases = 20;
const mostCombinations = 40;

const colors = { improved: "green", neutral: "bold", regressed: "red", inconclusive: "yellow" } as const;

/** A comparison for a terminal of `width` columns: the verdict first, then where it comes from. */
export function renderAbText(result: AbResult, { color, width }: { color: boolean; width: number }): string {
  const paint = (style: (typeof colors)[keyof typeof colors], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const [verdict = "", ...rest] = result.words;
  const names = `A: ${result.a.name}   B: ${result.b.name}`;
  const cost = describeCost(result.cost);
  const blocks = [
    [fitText(plainLine(names), width)],
    [
      ...wrapText(plainLine(verdict), width).map((line) => paint(colors[result.verdict], line)),
      ...rest.flatMap((line) => wrapText(plainLine(line), width)),
    ],
    combinationLines(result, width),
    ...(["lost", "harderToFind", "gained"] as const).map((kind) =>
      caseLines(titles[kind], result[kind], width),
    ),
    cost.length === 0 ? [] : [cost.join(", ")],
    answeredByReader(result) ? wrapText(readerCaveat, width) : [],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

const titles = { lost: "LOST", harderToFind: "HARDER TO FIND", gained: "GAINED" };

/** Only of combinations that can be affected; the picture is 0 (|), the limit (!), the change (o) and what else fits. */
function combinationLines({ combinations }: AbResult, width: number): string[] {
  const rows = groupRows(combinations).filter(({ verdict, scope, harderToFind, gained }) => {
    return scope !== null || verdict !== "neutral" || harderToFind + gained > 0;
  });
  if (rows.length === 0) return [];
  const scopes = rows.flatMap(({ scope }) => scope ?? []);
  const reach = scopes.length === 0 ? 0 : reachOf(scopes);
  const idWidth = Math.min(48, Math.max(...rows.map(({ id }) => textWidth(plainLine(id)))));
  const lines = rows.slice(0, mostCombinations).map((row) => {
    const id = padText(fitText(plainLine(row.id), idWidth), idWidth);
    const verdict = row.verdict.padEnd("inconclusive".length);
    return fitText(`${id}  ${verdict}  ${detailOf(row, reach)}`, width);
  });
  const more = rows.length - mostCombinations;
  return more > 0 ? [...lines, `… and ${more} more combinations, see report.html`] : lines;
}

function detailOf({ scope, affected, lost, harderToFind, gained, mode }: AbRow, reach: number): string {
  if (scope !== null)
    return `${signedPoints(scope.diff)} (${signedPoints(scope.lower)} to ${signedPoints(scope.upper)})  ${drawChange(scope, reach)}`;
  const harder = mode === "exact" && harderToFind > 0 ? `, ${harderToFind} harder to find` : "";
  return `${affected} affected: ${lost} lost${harder}, ${gained} gained`;
}

function caseLines(title: string, cases: readonly AbCase[], width: number): string[] {
  const lines = cases.slice(0, mostCases).flatMap((item) => {
    const { combinations, b, a, runs } = item;
    const where = combinations.length === 1 ? combinations[0]! : `${combinations.length} combinations`;
    const why = b.status === "failed" ? b.reason : a.status === "failed" ? a.reason : b.reason;
    const told =
      runs === null ? why : `${runs.passesA}/${runs.runsA} -> ${runs.passesB}/${runs.runsB} runs; ${why}`;
    return wrapText(plainLine(`${title}  ${item.case}  ${where}  ${told}`), width);
  });
  const more = cases.length - mostCases;
  return more > 0 ? [...lines, `… and ${more} more, see report.html`] : lines;
}
