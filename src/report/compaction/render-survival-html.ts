import { type Markup, markup } from "../markup.ts";
import { renderPage } from "../render-page.ts";
import { letters, legend, matrixRows, ownTotals } from "./matrix-rows.ts";
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
.own { font-weight: 700; } .rates { font-size: 0.85rem; } .rates td, .rates th { padding: 0.3rem 0.4rem; } .rates td:not(:first-child) { white-space: nowrap; }
.scroll + .facts { margin-top: 0.6rem; }
details { max-width: none; margin: 0.5rem 0; } summary { cursor: pointer; padding: 0.3rem 0; }
.letters { width: auto; overflow-wrap: normal; } .letters td, .letters th { padding: 0.15rem 0.22rem; white-space: nowrap; } .letters { font-size: 0.85rem; }
.letters td.letter { font-family: ui-monospace, monospace; text-align: center; }
.letters .turned { writing-mode: vertical-rl; transform: rotate(180deg); }
.letters td.first, .letters th.first { border-left: 1px solid var(--line); }
@media (max-width: 40rem) {
  .rates td { padding: 0; }
  .letters thead { display: table-header-group; } .letters tr { display: table-row; } .letters tr::after { content: none; }
  .letters td, .letters th { padding: 0.15rem 0.3rem; border-bottom: 1px solid var(--line); }
  .letters td:empty { display: table-cell; }
  .letters td:first-child, .letters td:nth-child(2) { min-width: 6.5rem; white-space: normal; overflow-wrap: break-word; }
}
`;

/** A survival run as one page. */
export function renderSurvivalHtml(
  view: SurvivalView,
  facts: SurvivalFacts,
  { chartJs }: { chartJs: string },
): string {
  const { failures, notObservable, boundaries } = view.totals;
  const { survived, marked } = ownTotals(view);
  const revision = facts.commit === null ? "no commit" : `commit ${facts.commit.slice(0, 12)}`;
  const line = [
    `run ${facts.id}`,
    facts.created,
    `${revision}${facts.dirty ? " with uncommitted changes" : ""}`,
    `summaries by ${view.summarizers.join(", ")}`,
  ];
  const body = markup`<h1>What survives compaction</h1>
<p class="facts">${line.join(" · ")}</p>
${view.caveats.map((caveat) => markup`<p class="caveat">${caveat}</p>\n`)}<ul class="totals">
<li class="passed"><b>${survived}</b> of ${marked} facts survive with the stacks' own strategies</li>
<li class="failed"><b>${failures}</b> failures</li>
<li class="unmeasured"><b>${notObservable}</b> not observable</li>
<li class="skipped"><b>${boundaries}</b> boundaries</li>
</ul>
<h2>Strategies</h2>
${strategyTable(view)}
<h2>Decay</h2>
<p class="facts">Share of facts that are there, by the boundaries that they have passed, with each stack's own strategy; memory apart.</p>
<figure><canvas id="chart" role="img" aria-label="Share of facts that survive, by boundaries passed, for each stack's own strategy"></canvas></figure>
${decayTable(view)}
<h2>Failures</h2>
${failureList(view)}
<h2>Facts</h2>
${lostTable(view)}
${matrixTables(view)}
<template id="data">${dataOf(view)}</template>
`;
  const title = `Compaction: ${failures} failed`;
  return renderPage({ title, body, style: ownStyle, scripts: [chartJs, decayScript] });
}

/** A cell with a number, and what it counts where a narrow page has no heads. */
function numberCell(text: string | number, what: string, title = ""): Markup {
  return markup`<td class="number" data-outcome="${what}" title="${title}">${text}</td>`;
}

function strategyTable({ strategies }: SurvivalView): Markup {
  const texts = ["stack", "strategy", "survive"];
  const heads = [
    ...["95% interval", "facts", "lost", "contra\u00addicted", "not ob\u00adservable"],
    ...["made up", "injec\u00adtions", "tokens"],
  ];
  const rows = strategies.map((row) => {
    const { verdicts, fabrication, injections, overall } = row;
    const { before, after } = row.tokens;
    const { rate, interval } = overall;
    const cells = [
      numberCell(interval === null ? "–" : interval.map(percent).join(" to "), "95% interval"),
      numberCell(overall.marked, "facts at boundaries"),
      numberCell(verdicts.lost, "lost"),
      numberCell(verdicts.contradicted, "contradicted"),
      numberCell(verdicts.not_observable, "not observable"),
      numberCell(fabrication.fabricated, "made up", `of ${fabrication.claims} claims`),
      numberCell(injections.carried, "instructions carried on", `of ${injections.planted} planted`),
      numberCell(before === 0 ? "–" : `${thousands(before)} to ${thousands(after)}`, "tokens"),
    ];
    const share = rate === null ? "not observable" : `${percent(rate)}%`;
    return markup`<tr class="${row.own ? "own" : ""}"><td>${nameOf(row)}</td><td>${row.strategy}${row.own ? " *" : ""}</td><td>${share}</td>${cells}</tr>\n`;
  });
  const head = [
    ...texts.map((text) => markup`<th scope="col">${text}</th>`),
    ...heads.map((text) => markup`<th scope="col" class="number">${text}</th>`),
  ];
  return markup`<div class="scroll"><table class="rates"><thead><tr>${head}</tr></thead><tbody>\n${rows}</tbody></table></div>
<p class="facts">* the stack's own strategy, which decides; the others are there to compare with. Facts are counted at every boundary, the interval on different facts.</p>`;
}

function nameOf({ stack, variant }: { stack: string; variant: string }): string {
  return variant === "default" ? stack : `${stack}@${variant}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function thousands(tokens: number): string {
  return tokens < 10_000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}

function decayTable({ strategies }: SurvivalView): Markup {
  const rows = strategies.filter(({ overall }) => overall.marked > 0);
  const ages = agesOf(rows.map(({ decay }) => decay));
  const head = ages.map((age) => markup`<th scope="col" class="number">${age}</th>`);
  const body = rows.map((row) => {
    const cells = ages.map((age) => {
      const rate = row.decay[age]?.rate ?? null;
      return numberCell(rate === null ? "–" : `${percent(rate)}%`, `after ${age}`);
    });
    return markup`<tr class="${row.own ? "own" : ""}"><td>${nameOf(row)}</td><td>${row.strategy}${row.own ? " *" : ""}</td>${cells}</tr>\n`;
  });
  return markup`<details><summary>In numbers, with every strategy</summary><table><thead><tr><th scope="col">stack</th><th scope="col">strategy</th>${head}</tr></thead><tbody>\n${body}</tbody></table></details>`;
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

/** What the stacks' own strategies did not keep, whatever its severity. */
function lostTable(view: SurvivalView): Markup {
  const lost = view.matrix.filter(
    ({ own, verdict }) => own && (verdict === "lost" || verdict === "contradicted"),
  );
  if (lost.length === 0) return markup`<p>The stacks' own strategies kept every fact.</p>\n`;
  const facts = Map.groupBy(lost, (cell) => [nameOf(cell), cell.session, cell.fact].join("\0"));
  const rows = [...facts.values()].map((cells) => {
    const { session, fact, source, severity, reason } = cells[0]!;
    const times = [...Map.groupBy(cells, ({ verdict }) => verdict)]
      .map(([verdict, own]) => `${verdict} after ${own.map(({ generations }) => generations).join(", ")}`)
      .join("; ");
    return markup`<tr><td>${nameOf(cells[0]!)}</td><td>${session}</td><td>${fact}</td><td>${source}</td><td>${severity}</td><td>${times}${reason === null ? "" : ` (${reason})`}</td></tr>\n`;
  });
  const head = ["stack", "session", "fact", "source", "severity", "compactions"];
  return markup`<p class="facts">What the stacks' own strategies did not keep. All of it is in the rates; by itself only a prohibition or a fact of high severity fails, where the strategy promises to keep it.</p>
<div class="scroll"><table><thead><tr>${head.map((text) => markup`<th scope="col">${text}</th>`)}</tr></thead><tbody>\n${rows}</tbody></table></div>\n`;
}

/** A table for each stack. What was found stands in the cell's title. */
function matrixTables(view: SurvivalView): Markup {
  const { generations, strategies, rows } = matrixRows(view);
  const first = (at: number): string => (at === 0 ? "first" : "");
  const tables = [...Map.groupBy(rows, ({ stack }) => stack)].map(([stack, own]) => {
    const heads = strategies.map(
      (strategy) =>
        markup`<th scope="col" class="first" colspan="${generations.length}"><span class="turned">${strategy}</span></th>`,
    );
    const counts = strategies.flatMap(() =>
      generations.map((count, at) => markup`<th scope="col" class="${first(at)}">${count}</th>`),
    );
    const body = own.map((row) => {
      const cells = strategies.flatMap((strategy) =>
        generations.map((_, at) => cellOf(row.cells.get(strategy)?.[at], first(at))),
      );
      return markup`<tr><td>${row.session}</td><td>${row.fact} (${row.source}, ${row.severity})</td>${cells}</tr>\n`;
    });
    return markup`<details><summary>${stack}: ${own.length} facts</summary><div class="scroll"><table class="letters"><thead><tr><th scope="col">session</th><th scope="col">fact</th>${heads}</tr><tr><td></td><td></td>${counts}</tr></thead><tbody>\n${body}</tbody></table></div></details>\n`;
  });
  return markup`<p class="facts">Every fact with every strategy, compacted ${generations.join(", ")} times. ${legend}.</p>\n${tables}`;
}

function cellOf(cell: SurvivalCell | undefined, first: string): Markup {
  if (cell === undefined) return markup`<td class="letter unseen ${first}">.</td>`;
  const letter = letters[cell.verdict];
  const title = [cell.place ?? cell.verdict, cell.reason ?? cell.span ?? ""]
    .filter((text) => text !== "")
    .join(": ");
  return markup`<td class="letter ${letter === "?" ? "unseen" : letter} ${first}" title="${title}">${letter}</td>`;
}

/** The curves, base64, so that nothing in it can end the element or start another. */
function dataOf({ strategies }: SurvivalView): string {
  const shown = strategies.filter(({ own, overall }) => own && overall.marked > 0);
  const ages = agesOf(shown.map(({ decay }) => decay));
  const curves = shown.map(({ decay, ...row }) => ({
    label: `${nameOf(row)} ${row.strategy}`,
    points: ages.map((age) => decay[age]?.rate ?? null),
  }));
  return Buffer.from(JSON.stringify({ ages, curves })).toString("base64");
}
