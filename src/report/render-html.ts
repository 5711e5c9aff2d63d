import { plainLine } from "../util/index.ts";
import { findAnswers, groupCombinations, outcomes } from "./group-combinations.ts";
import { type Markup, markup } from "./markup.ts";
import { combinationColumns, findDifferences, nameCombinations } from "./name-combinations.ts";
import { pageScript } from "./page-script.ts";
import { renderPage } from "./render-page.ts";
import { costLines } from "./cost-lines.ts";
import { describeUnmeasured } from "./describe-unmeasured.ts";
import type { RunView } from "./run-view.ts";

export interface PageOptions {
  chartJs: string;
  /** What came of its compactions, in a line; they have a page of their own. */
  survival?: string | undefined;
}

/** A run as one page. */
export function renderHtml(view: RunView, { chartJs, survival }: PageOptions): string {
  const title = `Suite ${view.suite}: ${view.totals.failed} failed`;
  const body = markup`<h1>Suite ${view.suite}</h1>
<p class="facts">${factsOf(view).join(" · ")}</p>
<p class="caveat">${view.caveat}</p>
<ul class="totals">${outcomes.map((outcome) => markup`<li class="${outcome}"><b>${view.totals[outcome]}</b> ${outcome}</li>`)}</ul>
${notesOf(view, survival)}<h2>Combinations</h2>
${combinationTable(view)}
<figure><canvas id="chart" role="img" aria-label="Share of trials by outcome, for each row of the table above"></canvas></figure>
${costList(view)}<h2>Problems</h2>
${problemList(view)}
<template id="data">${dataOf(view)}</template>
`;
  return renderPage({ title, body, scripts: [chartJs, pageScript] });
}

/** What the numbers do not say by themselves. */
function notesOf({ mustPassUnmeasured }: RunView, survival: string | undefined): Markup[] {
  const missing = describeUnmeasured(mustPassUnmeasured);
  return [
    ...(missing === null ? [] : [markup`<p>${missing}.</p>\n`]),
    ...(survival === undefined
      ? []
      : [markup`<p>Compaction: ${survival}. <a href="survival.html">Fact by fact</a></p>\n`]),
  ];
}

function factsOf({ id, created, commit, dirty, combinations }: RunView): string[] {
  const revision = commit === null ? "no commit" : `commit ${commit.slice(0, 12)}`;
  const { names, own } = findAnswers(combinations);
  const answered = names.length === 0 ? [] : [`answered by ${own ? "the model itself" : names.join(", ")}`];
  const changes = dirty ? " with uncommitted changes" : "";
  return [`run ${id}`, created, `${revision}${changes}`, ...answered];
}

function combinationTable(view: RunView): Markup {
  const columns = combinationColumns(findDifferences(view));
  const rows = groupCombinations(view.combinations).map((group) => {
    const mark = group.failed > 0 ? "✗" : group.unmeasured > 0 ? "?" : "";
    const texts = columns.map(({ name, cell }) =>
      name === "model" && group.models.length > 1
        ? markup`<td><details><summary>${cell(group)}</summary>${group.models.join(", ")}</details></td>`
        : markup`<td>${cell(group)}</td>`,
    );
    const numbers = outcomes.map(
      (outcome) => markup`<td class="number ${outcome}" data-outcome="${outcome}">${group[outcome]}</td>`,
    );
    return markup`<tr class="${group.failed > 0 ? "failing" : ""}"><td>${mark}</td>${texts}${numbers}</tr>\n`;
  });
  const heads = columns.map(({ name }) => markup`<th scope="col">${name}</th>`);
  const numberHeads = outcomes.map((outcome) => markup`<th scope="col" class="number">${outcome}</th>`);
  return markup`<div class="scroll"><table><thead><tr><td></td>${heads}${numberHeads}</tr></thead><tbody>\n${rows}</tbody></table></div>`;
}

function costList({ cost }: RunView): Markup | string {
  if (cost === null) return "";
  return markup`<h2>Cost</h2>\n<ul class="cost">${costLines(cost).map((line) => markup`<li>${line}</li>`)}</ul>\n`;
}

function problemList(view: RunView): Markup | Markup[] {
  const differences = findDifferences(view);
  const alike = Map.groupBy(view.problems, (row) =>
    JSON.stringify([row.status, row.case, row.reason, row.output]),
  );
  if (alike.size === 0) return markup`<p>None.</p>`;
  return [...alike.values()].map((rows) => {
    const { status, case: id, reason, output } = rows[0]!;
    return markup`<section class="problem ${status}"><h3>${status === "failed" ? "FAIL" : "UNMEASURED"} ${id}</h3>
<p class="facts">${nameCombinations(rows, differences)}</p>
<p>${reason}</p>
${output === "" ? "" : markup`<pre>${output}</pre>`}</section>\n`;
  });
}

/**
 * The view and the bars of the chart; base64, so that nothing in it can end the element or start another. Its trials
 * are in results.csv: here they would make the page of a long run too heavy to open.
 */
function dataOf({ trials: _trials, ...view }: RunView): string {
  const columns = combinationColumns(findDifferences(view));
  const bars = groupCombinations(view.combinations).map((group) => ({
    label: columns.map(({ cell }) => plainLine(cell(group))),
    counts: outcomes.map((outcome) => group[outcome]),
  }));
  return Buffer.from(JSON.stringify({ view, outcomes, bars })).toString("base64");
}
