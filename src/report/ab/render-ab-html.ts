import { type AbAnswer, type AbCase, type AbResult, type AbSide, signedPoints } from "../../compare/index.ts";
import type { ProjectDiff } from "../../lock/index.ts";
import { type Markup, markup } from "../markup.ts";
import { renderPage } from "../render-page.ts";
import { readerCaveat } from "../view-run.ts";
import { abStyle } from "./ab-style.ts";
import { changeCharts } from "./change-chart.ts";
import { answeredByReader, describeCost } from "./describe-ab.ts";
import { diffMarkup } from "./diff-markup.ts";
import { type AbRow, groupRows } from "./group-rows.ts";

/** How many cases of a list the page shows; the others are in summary.json. */
const mostCases = 50;

/** A comparison as one page, without a script. `section` stands below the verdict. */
export function renderAbHtml(
  result: AbResult,
  { diff, section = "" }: { diff: ProjectDiff | null; section?: Markup | string },
): string {
  const [verdict = "", ...rest] = result.words;
  const names = { before: result.a.name, after: result.b.name };
  const body = markup`<h1>${names.before} → ${names.after}</h1>
<p class="facts">${factsOf(result).join(" · ")}</p>
<p class="caveat">${answeredByReader(result) ? readerCaveat : ""}</p>
<div class="verdict ${result.verdict}"><p>${verdict}</p>${rest.map((line) => markup`<p>${line}</p>`)}</div>
${section}<h2>Prompts</h2>
${diff === null ? markup`<p>The two sides have no text in common to compare.</p>` : diffMarkup(diff, names)}
<h2>Combinations</h2>
${combinationTable(result)}
${caseList("Lost", "lost", result.lost)}${caseList("Harder to find", "unmeasured", result.harderToFind, "The text is still in the prompt, but the embedded reader no longer finds it.")}${caseList("Gained", "gained", result.gained)}${caseList("Maybe lost", "unmeasured", result.maybeLost, "Not measured on a side.")}${leftOut(result)}<h2>Made from</h2>
<ul class="cost">${madeFrom(result).map((line) => markup`<li>${line}</li>`)}</ul>
`;
  const title = `${result.verdict}: ${names.before} and ${names.after}`;
  return renderPage({ title, body, style: abStyle });
}

function factsOf({ id, created, suite, cost }: AbResult): string[] {
  return [`run ${id}`, created, `suite ${suite}`, ...describeCost(cost)];
}

function combinationTable({ combinations }: AbResult): Markup {
  const rows = groupRows(combinations);
  const equal = combinations.filter(({ affected }) => affected === 0).length;
  const rest =
    equal === 0
      ? ""
      : markup`<p class="legend">In ${equal} more ${equal === 1 ? "combination" : "combinations"} nothing that a case looks at differs.</p>`;
  if (rows.length === 0) return markup`${rest}`;
  // Where every model answers for itself its name says it all.
  const answers = rows.some(({ answer, models }) => models.some((model) => model !== answer));
  const heads = ["combination", ...(answers ? ["answered by"] : []), "verdict"];
  const numbers = ["affected", "lost", "harder to find", "gained", "unmeasured"];
  return markup`<div class="scroll"><table><thead><tr>${heads.map((name) => markup`<th scope="col">${name}</th>`)}${numbers.map((name) => markup`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody>
${rows.map((row) => combinationRow(row, answers))}</tbody></table></div>
${changeList(rows)}${rest}`;
}

function combinationRow(row: AbRow, answers: boolean): Markup {
  const { lost, harderToFind, gained, unmeasured } = row;
  const numbers = {
    affected: `${row.affected} of ${row.of}`,
    ...{ lost, "harder to find": harderToFind, gained, unmeasured },
  };
  const cells = Object.entries(numbers).map(
    ([name, count]) => markup`<td class="number" data-outcome="${name}">${count}</td>`,
  );
  const answer = answers ? markup`<td>${row.answer}</td>` : "";
  return markup`<tr><td>${nameOf(row)}</td>${answer}<td class="verdict-${row.verdict}">${row.verdict}</td>${cells}</tr>\n`;
}

function nameOf({ id, variant, models }: AbRow): Markup {
  const name = `${id}${variant.includes(" -> ") ? ` (${variant})` : ""}`;
  return models.length === 1
    ? markup`${name}`
    : markup`<details><summary>${name}</summary>${models.join(", ")}</details>`;
}

/** The dots and bars of sampled answers, on one scale. */
function changeList(rows: readonly AbRow[]): Markup | string {
  const charts = [...changeCharts(rows)];
  if (charts.length === 0) return "";
  const limits = [...new Set(charts.map(([{ scope }]) => signedPoints(-scope!.margin)))].join(" and ");
  return markup`<dl class="changes">
${charts.map(([row, chart]) => markup`<dt>${nameOf(row)}: ${signedPoints(row.scope!.diff)} points, between ${signedPoints(row.scope!.lower)} and ${signedPoints(row.scope!.upper)}</dt><dd>${chart}</dd>\n`)}</dl>
<p class="legend">Dot: the most likely change of B against A. Bar: what else fits the data. Solid line: no change. Dashed line: the limit, ${limits} points.</p>`;
}

function caseList(title: string, kind: string, cases: readonly AbCase[], note = ""): Markup | string {
  if (cases.length === 0) return "";
  const more = cases.length - mostCases;
  return markup`<h2>${title}</h2>
${note === "" ? "" : markup`<p class="facts">${note}</p>`}${cases.slice(0, mostCases).map((item) => caseMarkup(item, kind))}${more > 0 ? markup`<p>… and ${more} more, see summary.json.</p>` : ""}\n`;
}

function caseMarkup(item: AbCase, kind: string): Markup {
  const { combinations, policy, quarantined, runs } = item;
  const where = combinations.length <= 3 ? combinations.join(", ") : `${combinations.length} combinations`;
  const facts = [
    where,
    ...(policy === null ? [] : [policy]),
    ...(runs === null
      ? []
      : [`${plain(runs.passesA)}/${runs.runsA} -> ${plain(runs.passesB)}/${runs.runsB} runs`]),
    ...(quarantined === null ? [] : [`quarantined: ${quarantined}`]),
  ];
  const list =
    combinations.length <= 3
      ? ""
      : markup`<details><summary>which</summary>${combinations.join(", ")}</details>`;
  return markup`<section class="problem ${kind}"><h3>${item.case}</h3>
<p class="facts">${facts.join(" · ")}</p>${list}
<div class="sides">${sideMarkup("A", item.a)}${sideMarkup("B", item.b)}</div></section>\n`;
}

function sideMarkup(name: string, { status, reason, output }: AbAnswer): Markup {
  const text = output === null ? "" : markup`<pre>${output === "" ? "(empty)" : output}</pre>`;
  return markup`<div><p><b>${name}</b> ${status}${reason === "" ? "" : `: ${reason}`}</p>${text}</div>`;
}

/** A mean score may be no whole number. */
function plain(value: number): string {
  return String(Math.round(10 * value) / 10);
}

function leftOut({ findings, notCompared, skipped }: AbResult): Markup | string {
  const lines = findings.map(({ message }) => message);
  const units = notCompared.onlyA.length + notCompared.onlyB.length + notCompared.changed.length;
  if (lines.length === 0 && units === 0 && skipped.length === 0) return "";
  const all = [...lines, ...skipped.map(({ units: count, reason }) => `${count} skipped: ${reason}`)];
  return markup`<h2>Left out, and notes</h2>\n<ul>${all.map((line) => markup`<li>${line}</li>`)}</ul>\n`;
}

function madeFrom({ a, b, hashes, seed }: AbResult): string[] {
  const recipes = ({ recipes: list }: AbSide) => {
    const all = Object.entries(list);
    const shown = all.slice(0, 12).map(([name, hash]) => `${name} ${hash.slice(7, 19)}`);
    return `${shown.join(", ")}${all.length > 12 ? ` and ${all.length - 12} more` : ""}`;
  };
  const side = (letter: string, one: AbSide) =>
    `${letter}: ${one.name}${one.commit === null ? "" : `, commit ${one.commit}`}; recipes ${recipes(one)}`;
  return [
    side("A", a),
    side("B", b),
    `corpus ${hashes.corpus}`,
    `graders ${hashes.graders}`,
    `rules and requests ${hashes.config}`,
    `seed ${seed}`,
  ];
}
