import fc from "fast-check";
import { hash } from "node:crypto";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { readChartJs } from "./read-chart-js.ts";
import { renderHtml } from "./render-html.ts";
import type { RunView } from "./run-view.ts";
import { aTrial, aUsualView, aView } from "./testing.ts";

const chartJs =
  "globalThis.drawn = []; globalThis.Chart = class { static defaults = { font: {} }; constructor(_, config) { drawn.push(config); } };";

function tagsOf(page: string): string[] {
  return page.match(/<[^>]*>?/g) ?? [];
}

function scriptsOf(page: string): string[] {
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]!);
}

function dataOf(page: string): { view: RunView; bars: { label: string[]; counts: number[] }[] } {
  const base64 = /<template id="data">([A-Za-z0-9+/=]*)<\/template>/.exec(page)![1]!;
  return JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
}

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</template>",
    "</pre>",
  ),
  fc.constantFrom(
    "<!--",
    "]]>",
    "\" onclick='x'",
    "&lt;",
    "\u001b[31m<b>",
    "=cmd()",
    "\u0000<\u0000b>",
    "$&$1",
  ),
);
const trial = fc.record({
  case: hostile,
  stack: hostile,
  variant: hostile,
  profile: hostile,
  model: hostile,
  answer: hostile,
  reason: hostile,
  output: hostile,
  status: fc.constantFrom("passed", "failed", "skipped", "unmeasured"),
});
const anyView = fc
  .tuple(
    fc.array(trial, { maxLength: 6 }),
    fc.record({ id: hostile, suite: hostile, caveat: hostile, commit: hostile }),
  )
  .map(([trials, given]) =>
    aView(
      trials.map((fields) => aTrial(fields)),
      given,
    ),
  );

/** The same view with every text replaced by a harmless one, equal texts by equal ones. */
function harmless(view: RunView): RunView {
  const names = new Map(
    ["", "passed", "failed", "skipped", "unmeasured", "default"].map((word) => [word, word]),
  );
  return JSON.parse(JSON.stringify(view), (_key, value: unknown) => {
    if (typeof value !== "string") return value;
    if (!names.has(value)) names.set(value, `text${names.size}`);
    return names.get(value);
  });
}

test("no text of a run adds or changes a tag", () => {
  fc.assert(
    fc.property(anyView, (view) => {
      expect(tagsOf(renderHtml(view, { chartJs }))).toEqual(tagsOf(renderHtml(harmless(view), { chartJs })));
    }),
  );
});

test("the data in the page is the view, whatever its texts", () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const { trials: _trials, ...shown } = view;
      expect(dataOf(renderHtml(view, { chartJs })).view).toEqual(shown);
    }),
  );
});

test("the page asks for nothing and forbids everything but its own two scripts", () => {
  const page = renderHtml(aUsualView(), { chartJs: readChartJs() });
  const scripts = scriptsOf(page);
  expect(scripts).toHaveLength(2);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
  expect(policy).toContain("default-src 'none'");
  expect(/script-src ([^;]*);/.exec(policy)![1]!.split(" ")).toEqual(
    scripts.map((source) => `'sha256-${hash("sha256", source, "base64")}'`),
  );
  const rest = scripts.reduce((text, source) => text.replace(source, () => ""), page);
  expect(rest).not.toMatch(/\s(src|href|action|srcset)=|url\(|@import|https?:/i);
});

test("chart.js cannot end its own element", () => {
  const page = renderHtml(aView([]), { chartJs: 'const tag = "</script>", comment = "<!--<script>";\r\n' });
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toMatch(/<!--|\r/);
});

test("output is shown without what could hide or reorder it", () => {
  const page = renderHtml(
    aView([aTrial({ status: "failed", output: "<b>\u001b[2J\u0000one\ntwo\u202e", reason: "=cmd()" })]),
    { chartJs },
  );
  expect(page).toContain("<pre>&lt;b&gt;one\ntwo</pre>");
  expect(page).toContain("<p>=cmd()</p>");
});

test("equal problems are told once, with where they happened", () => {
  const view = aUsualView(({ case: id }) =>
    id === "case-03" ? { status: "failed", reason: "rule not found", output: "NOT FOUND" } : {},
  );
  const page = renderHtml(view, { chartJs });
  expect(page.match(/<pre>/g)).toHaveLength(1);
  expect(page).toContain("5 profiles on 9 models");
});

test("a failing row is marked by a sign, not by colour alone", () => {
  const page = renderHtml(
    aView([aTrial({ status: "failed" }), aTrial({ profile: "cron", status: "unmeasured" })]),
    {
      chartJs,
    },
  );
  expect(page).toContain('<tr class="failing"><td>✗</td>');
  expect(page).toContain('<tr class=""><td>?</td>');
});

test("the chart has one bar per row of the table, in shares", () => {
  const view = aUsualView(({ case: id, model }) =>
    id === "case-03" && model === "openai:o4-mini" ? { status: "failed" } : {},
  );
  const page = renderHtml(view, { chartJs });
  const canvas = { parentElement: { clientWidth: 1000, style: {} } };
  const template = { content: { textContent: /<template id="data">([^<]*)/.exec(page)![1] } };
  const browser = createContext({
    atob,
    TextDecoder,
    document: { querySelector: (selector: string) => (selector === "#data" ? template : canvas) },
    matchMedia: () => ({ addEventListener: () => {} }),
    getComputedStyle: () => ({ getPropertyValue: () => "#123456" }),
  });
  for (const source of scriptsOf(page)) runInContext(source, browser);

  const [{ data }] = browser.drawn;
  expect(data.labels).toHaveLength(page.match(/<tr class=/g)!.length);
  expect(data.labels.slice(0, 2)).toEqual(["coder  normal  openai:o4-mini", "coder  normal  8 other models"]);
  expect(data.datasets.map((set: { data: number[] }) => set.data[0])).toEqual([95, 5, 0, 0]);
});
