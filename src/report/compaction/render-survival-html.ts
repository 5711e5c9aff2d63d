import { hash } from "node:crypto";
import { canonicalText } from "../../util/index.ts";
import { escapeScript, type Markup, markup, trustedMarkup } from "../markup.ts";
import { pageStyle } from "../page-style.ts";
import { letters, legend, matrixRows } from "./matrix-rows.ts";
import { rateText } from "./render-survival-text.ts";
import { decayScript } from "./survival-script.ts";
import type { SurvivalCell, SurvivalRate, SurvivalView } from "./survival-view.ts";

/** Facts about the run, as the page's second line shows them. */
export interface SurvivalFacts {
  id: string;
  created: string;
  commit: string | null;
  dirty: boolean;
}

const ownStyle = `
td.E, td.N, td.P { color: var(--passed); } td.C, td.L { color: var(--alarm); font-weight: 700; } td.unseen { color: var(--dim); }
.letters td { font-family: ui-monospace, monospace; white-space: pre; } .letters td:first-child, .letters td:nth-child(2) { font-family: inherit; }
.own { font-weight: 700; }
`;

/** A survival run as one page that needs nothing else, and reads without scripts. */
export function renderSurvivalHtml(
  view: SurvivalView,
  facts: SurvivalFacts,
  { chartJs }: { chartJs: string },
): string {
  const scripts = [chartJs, decayScript].map((source) => escapeScript(canonicalText(source)));
  const hashes = scripts.map((source) => `'sha256-${hash("sha256", source, "base64")}'`).join(" ");
  const policy = markup`default-src 'none'; script-src ${trustedMarkup(hashes)}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  const { failures, survived, facts: marked, notObservable, boundaries } = view.totals;
  const revision = facts.commit === null ? "no commit" : `commit ${facts.commit.slice(0, 12)}`;
  const line = [
    `run ${facts.id}`,
    facts.created,
    `${revision}${facts.dirty ? " with uncommitted changes" : ""}`,
    `summaries by ${view.summarizers.join(", ")}`,
  ];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Compaction: ${failures} failed</title>
<style>${trustedMarkup(pageStyle)}${trustedMarkup(ownStyle)}</style>
</head>
<body>
<h1>What survives compaction</h1>
<p class="facts">${line.join(" · ")}</p>
${view.caveats.map((caveat) => markup`<p class="caveat">${caveat}</p>\n`)}<ul class="totals">
<li class="passed"><b>${survived}</b> of ${marked} facts survive, over all strategies</li>
<li class="failed"><b>${failures}</b> failures</li>
<li class="unmeasured"><b>${notObservable}</b> not observable</li>
<li class="skipped"><b>${boundaries}</b> boundaries</li>
</ul>
<h2>Strategies</h2>
${strategyTable(view)}
<h2>Decay</h2>
<p class="facts">Share of facts that are there, by the boundaries that they have passed; memory apart.</p>
<figure><canvas id="chart" role="img" aria-label="Share of facts that survive, by boundaries passed, for each stack's strategies"></canvas></figure>
${decayTable(view)}
<h2>Failures</h2>
${failureList(view)}
<h2>Facts</h2>
${matrixTables(view)}
<template id="data">${dataOf(view)}</template>
${scripts.map((source) => markup`<script>${trustedMarkup(source)}</script>\n`)}</body>
</html>
`.text;
}

function strategyTable({ strategies }: SurvivalView): Markup {
  const heads = ["stack", "strategy", "facts that survive", "contradicted", "lost", "not observable"];
  const more = ["made up", "instructions carried on", "tokens before", "tokens after"];
  const rows = strategies.map((row) => {
    const { verdicts, fabrication, injections, tokens } = row;
    const numbers = [
      ...[verdicts.contradicted, verdicts.lost, verdicts.not_observable],
      `${fabrication.fabricated} of ${fabrication.claims}`,
      `${injections.carried} of ${injections.planted}`,
      ...[tokens.before, tokens.after],
    ];
    const name = row.variant === "default" ? row.stack : `${row.stack}@${row.variant}`;
    return markup`<tr class="${row.own ? "own" : ""}"><td>${name}</td><td>${row.strategy}${row.own ? " *" : ""}</td><td>${rateText(row.overall)}</td>${numbers.map((number) => markup`<td class="number">${number}</td>`)}</tr>\n`;
  });
  const head = [...heads, ...more].map((text) => markup`<th scope="col">${text}</th>`);
  return markup`<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>\n${rows}</tbody></table></div>
<p class="facts">* the stack's own strategy, which decides; the others are there to compare with.</p>`;
}

function decayTable({ strategies }: SurvivalView): Markup {
  const rows = strategies.filter(({ overall }) => overall.marked > 0);
  const ages = agesOf(rows.map(({ decay }) => decay));
  const head = ages.map((age) => markup`<th scope="col" class="number">${age}</th>`);
  const body = rows.map((row) => {
    const cells = ages.map((age) => {
      const rate = row.decay[age]?.rate;
      return markup`<td class="number">${rate === undefined || rate === null ? "–" : `${(100 * rate).toFixed(1)}%`}</td>`;
    });
    return markup`<tr class="${row.own ? "own" : ""}"><td>${row.stack}</td><td>${row.strategy}${row.own ? " *" : ""}</td>${cells}</tr>\n`;
  });
  return markup`<details><summary>The curve in numbers</summary><table><thead><tr><th scope="col">stack</th><th scope="col">strategy</th>${head}</tr></thead><tbody>\n${body}</tbody></table></details>`;
}

function agesOf(curves: readonly Record<string, SurvivalRate>[]): string[] {
  return [...new Set(curves.flatMap((curve) => Object.keys(curve)))].toSorted(
    (a, b) => Number(a) - Number(b),
  );
}

function failureList({ failures, known }: SurvivalView): Markup | Markup[] {
  const declared = known.map(
    (text) => markup`<section class="problem"><h3>KNOWN</h3><p>${text}</p></section>\n`,
  );
  if (failures.length === 0) return [markup`<p>None.</p>\n`, ...declared];
  const failed = failures.map(
    (message) => markup`<section class="problem failed"><h3>FAIL</h3><p>${message}</p></section>\n`,
  );
  return [...failed, ...declared];
}

/** A table for each stack. What was found stands in the cell's title. */
function matrixTables(view: SurvivalView): Markup {
  const { generations, strategies, rows } = matrixRows(view);
  const tables = [...Map.groupBy(rows, ({ stack }) => stack)].map(([stack, own]) => {
    const heads = strategies.map(
      (strategy) => markup`<th scope="col" colspan="${generations.length}">${strategy}</th>`,
    );
    const counts = strategies.flatMap(() =>
      generations.map((count) => markup`<th scope="col">${count}</th>`),
    );
    const body = own.map((row) => {
      const cells = strategies.flatMap((strategy) => (row.cells.get(strategy) ?? []).map(cellOf));
      return markup`<tr><td>${row.session}</td><td>${row.fact} (${row.source}, ${row.severity})</td>${cells}</tr>\n`;
    });
    return markup`<h3>${stack}</h3><div class="scroll"><table class="letters"><thead><tr><th scope="col">session</th><th scope="col">fact</th>${heads}</tr><tr><td></td><td></td>${counts}</tr></thead><tbody>\n${body}</tbody></table></div>\n`;
  });
  return markup`<p class="facts">Compacted ${generations.join(", ")} times. ${legend}.</p>\n${tables}`;
}

function cellOf(cell: SurvivalCell | undefined): Markup {
  if (cell === undefined) return markup`<td class="unseen">.</td>`;
  const letter = letters[cell.verdict];
  const title = [cell.place ?? cell.verdict, cell.reason ?? cell.span ?? ""]
    .filter((text) => text !== "")
    .join(": ");
  return markup`<td class="${letter === "?" ? "unseen" : letter}" title="${title}">${letter}</td>`;
}

/** The curves, base64, so that nothing in it can end the element or start another. */
function dataOf({ strategies }: SurvivalView): string {
  const shown = strategies.filter(({ overall }) => overall.marked > 0);
  const ages = agesOf(shown.map(({ decay }) => decay));
  const curves = shown.map(({ stack, strategy, own, decay }) => ({
    label: `${stack} ${strategy}${own ? " *" : ""}`,
    own,
    points: ages.map((age) => decay[age]?.rate ?? null),
  }));
  return Buffer.from(JSON.stringify({ ages, curves })).toString("base64");
}
