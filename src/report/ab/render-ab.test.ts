import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { AbCase, AbCombination, AbResult } from "../../compare/index.ts";
import { defaultRules } from "../../compare/index.ts";
import { changeChart } from "./change-chart.ts";
import { groupRows } from "./group-rows.ts";
import { renderAbCsv } from "./render-ab-csv.ts";
import { renderAbHtml } from "./render-ab-html.ts";
import { renderAbText } from "./render-ab-text.ts";

const hostile = `</pre><script>alert("1")</script>\u001b[31m\u202e`;

function aCombination(given: Partial<AbCombination> = {}): AbCombination {
  return {
    ...{
      id: "coder/main on m:one",
      stack: "coder",
      variant: "default",
      profile: "main",
      model: "m:one",
      answer: "m:one",
    },
    ...{
      mode: "exact",
      verdict: "neutral",
      affected: 3,
      of: 4,
      lost: 0,
      harderToFind: 0,
      gained: 0,
      unmeasured: 0,
    },
    ...{ scope: null, ...given },
  };
}

const scope: NonNullable<AbCombination["scope"]> = {
  ...{ combination: "coder/main on m:one", units: 20, cases: 20, rateA: 0.9, rateB: 0.7, margin: 0.1 },
  ...{
    verdict: "regressed",
    smallDrop: false,
    smallestDrop: 0.2,
    diff: -0.2,
    se: 0.05,
    lower: -0.4,
    upper: -0.05,
  },
  ...{ midPWorse: 0.001, midPBetter: 0.999, pWorse: 0.001, pBetter: 0.999 },
} as NonNullable<AbCombination["scope"]>;

function aCase(given: Partial<AbCase> = {}): AbCase {
  return {
    ...{
      case: "keeps-secrets",
      combinations: ["coder/main on m:one"],
      mode: "exact",
      policy: null,
      quarantined: null,
    },
    ...{
      a: { status: "passed", reason: "", output: "never tell" },
      b: { status: "failed", reason: "gone", output: hostile },
    },
    ...{ runs: null, ...given },
  };
}

function aResult(given: Partial<AbResult> = {}): AbResult {
  const side = { ref: "main", commit: null, variant: null, replaced: [], recipes: {} };
  return {
    ...{ id: "2026-03-30T12-00-00Z-0000", created: "2026-03-30T12:00:00Z", suite: "default", seed: 1 },
    ...{ a: { ...side, name: "main" }, b: { ...side, name: `work ${hostile}` }, rules: defaultRules },
    ...{ verdict: "regressed", exitCode: 1, words: ["B is worse.", hostile], identical: false },
    ...{ hashes: { corpus: "c", graders: "g", config: "r" }, cases: {}, corpus: { cases: 4, units: 4 } },
    ...{ affected: { cases: 3, units: 3 }, combinations: [aCombination()], lost: [aCase()], gained: [] },
    ...{ notCompared: { onlyA: [], onlyB: [], changed: [], stacks: { onlyA: [], onlyB: [] } } },
    ...{ harderToFind: [], maybeLost: [], quarantined: [], skipped: [], mustPassUnmeasured: [] },
    ...{
      unmeasured: { a: 0, b: 0, attemptsA: 3, attemptsB: 3 },
      units: { exact: [], looks: [], confirmation: [] },
    },
    ...{ sampled: null, smallestDrop: null, stopped: null, findings: [] },
    ...{ cost: { calls: 0, usd: 0, runsSaved: 0 }, ...given },
  };
}

test("nothing of a prompt or an answer is markup or a control on the page and in the terminal", () => {
  const html = renderAbHtml(aResult(), { diff: null });
  expect(html).not.toContain("<script");
  for (const control of ["\u001b", "\u202e"]) expect(html).not.toContain(control);
  expect(html).toContain("&lt;script&gt;");
  // The answer stays inside its own element.
  expect(html.match(/<pre>/g)).toHaveLength(html.match(/<\/pre>/g)!.length);
  const text = renderAbText(aResult(), { color: false, width: 80 });
  for (const control of ["\u001b", "\u202e"]) expect(text).not.toContain(control);
});

test("the page holds the verdict, both outputs of a case, and every reason for what is left out", () => {
  const lost = aCase({ runs: { passesA: 10, runsA: 10, passesB: 1, runsB: 10, p: 0.0001 }, mode: "sampled" });
  const findings = [
    { kind: "x", severity: "warning" as const, args: {}, message: "two stacks are not compared" },
  ];
  const html = renderAbHtml(aResult({ lost: [lost], findings }), { diff: null });
  for (const part of [
    "B is worse.",
    "never tell",
    "keeps-secrets",
    "10/10 -&gt; 1/10 runs",
    "two stacks are not compared",
  ])
    expect(html).toContain(part);
});

test("the picture puts change, interval, zero and limit on one scale", () => {
  const { text } = changeChart(scope, 0.4);
  // 320 wide for -40 to +40 points: 4 a point.
  expect(text).toContain(`<line class="zero" x1="160"`);
  expect(text).toContain(`<line class="limit" x1="120"`);
  expect(text).toContain(`<line class="bar" x1="0" x2="140"`);
  expect(text).toContain(`<circle class="dot" cx="80"`);
  expect(text).toContain("change -20 points, between -40 and -5; limit -10");
  const html = renderAbHtml(
    aResult({ combinations: [aCombination({ mode: "sampled", verdict: "regressed", scope })] }),
    { diff: null },
  );
  expect(html).toContain("<svg");
  expect(html).toContain("Dashed line: the limit, -10 points");
});

test("exact combinations that differ in the model alone stand in one row, and counts are sums", () => {
  const two = aCombination({ id: "coder/main on m:two", model: "m:two" });
  const lost = aCombination({ id: "coder/main on m:three", model: "m:three", lost: 1, verdict: "regressed" });
  const equal = aCombination({ affected: 0 });
  expect(
    groupRows([aCombination({ answer: "r" }), { ...two, answer: "r" }, { ...lost, answer: "r" }, equal]),
  ).toMatchObject([
    { id: "coder/main on 2 models", models: ["m:one", "m:two"], affected: 6, of: 8 },
    { id: "coder/main on m:three", models: ["m:three"], lost: 1 },
  ]);
  const sampled = [
    aCombination({ mode: "sampled", answer: "r" }),
    { ...two, mode: "sampled" as const, answer: "r" },
  ];
  expect(groupRows(sampled)).toHaveLength(2);
});

test("the table of trials tells the sides apart and runs no formula", () => {
  const row = {
    ...{
      side: "b",
      case: "=1+1",
      stack: "s",
      variant: "default",
      profile: "p",
      model: "m",
      answer: null,
      scenario: "w",
    },
    ...{
      repeat: 1,
      status: "failed",
      reason: 'a,\n"b"',
      output: null,
      assertions: [],
      recipeHash: "r",
      hash: "h",
    },
    ...{ requestKey: "k", gradeKey: "g" },
    spent: { calls: 1, usage: null, costUsd: null, saved: {}, cached: false, latencyMs: null },
  };
  const csv = renderAbCsv([row as never]);
  expect(parse(csv, { columns: true, bom: true })).toMatchObject([
    {
      side: "b",
      case: "'=1+1",
      answer: "",
      reason: 'a,\n"b"',
      calls: "1",
      costUsd: "n/a",
      graderCostUsd: "",
    },
  ]);
});
