import { expect, test } from "vitest";
import { findLoosened } from "./loosened.ts";
import { aGate } from "./testing.ts";

const strict = [
  "suites: { default: { margin: 0.05 }, safety: { margin: 0.01 } }",
  "requireMeasured: true",
  "lint: { maxWarnings: 3 }",
  "budgets: { calls: 10, cost: 1.5, tokens: 900, growth: 0.1 }",
  'quarantine: [{ case: old, until: "2026-05-01", reason: known and being mended }]',
];

test.each<[string, string[], string]>([
  [
    "a wider margin",
    ["suites: { default: { margin: 0.06 }, safety: { margin: 0.01 } }"],
    "suites.default.margin",
  ],
  ["a suite less", ["suites: { default: { margin: 0.05 } }"], "suites.safety"],
  ["no suites named", [""], "suites.safety"],
  ["undecided may pass", [strict[0]!, "onInconclusive: pass"], "onInconclusive"],
  ["a shrinking corpus may pass", [strict[0]!, "onCorpusShrink: warn"], "onCorpusShrink"],
  ["no compaction", [strict[0]!, "compaction: false"], "compaction"],
  ["unmeasured may pass", [strict[0]!, "requireMeasured: false"], "requireMeasured"],
  ["more warnings", [strict[0]!, "lint: { maxWarnings: 4 }"], "lint.maxWarnings"],
  ["any number of warnings", [strict[0]!, "lint: {}"], "lint.maxWarnings"],
  [
    "a baseline of the linter",
    [strict[0]!, "lint: { maxWarnings: 3, baseline: lint.json }"],
    "lint.baseline",
  ],
  [
    "more calls",
    [strict[0]!, "budgets: { calls: 11, cost: 1.5, tokens: 900, growth: 0.1 }"],
    "budgets.calls",
  ],
  ["no limit of cost", [strict[0]!, "budgets: { calls: 10, tokens: 900, growth: 0.1 }"], "budgets.cost"],
])("%s is found", (_, lines, what) => {
  const keys = lines.map((line) => line.split(":")[0]);
  const kept = strict.filter((line) => !keys.includes(line.split(":")[0]!) && lines[0] !== "");
  const found = findLoosened(aGate(...strict), aGate(...kept, ...lines.filter(Boolean)), true);
  expect(found.map(({ args }) => (args as { what: string }).what)).toContain(what);
  expect(new Set(found.map(({ kind, severity }) => `${kind} ${severity}`))).toEqual(
    new Set(["loosened-with-prompts error"]),
  );
});

test("a longer or new quarantine loosens, a shorter or dropped one does not", () => {
  const of = (...entries: [id: string, until: string][]) =>
    aGate(
      "quarantine:",
      ...entries.map(
        ([id, until]) => `  - { case: ${id}, until: "${until}", reason: known and being mended }`,
      ),
      ...(entries.length === 0 ? ["  []"] : []),
    );
  const whatsOf = (base: ReturnType<typeof of>, now: ReturnType<typeof of>) =>
    findLoosened(base, now, false).map(({ args, line, severity }) => [
      (args as { what: string }).what,
      line,
      severity,
    ]);
  expect(whatsOf(of(["a", "2026-05-01"]), of(["a", "2026-05-02"]))).toEqual([
    ["the quarantine of a", 3, "warning"],
  ]);
  expect(whatsOf(of(["a", "2026-05-01"]), of(["a", "2026-05-01"], ["b", "2026-04-01"]))).toEqual([
    ["the quarantine of b", 4, "warning"],
  ]);
  expect(whatsOf(of(["a", "2026-05-01"]), of(["a", "2026-04-30"]))).toEqual([]);
  expect(whatsOf(of(["a", "2026-05-01"]), of())).toEqual([]);
});

test("the same settings, and stricter ones, loosen nothing", () => {
  const stricter = aGate(
    "suites: { default: { margin: 0.04 }, safety: { margin: 0.01 }, more: {} }",
    "requireMeasured: true",
    "lint: { maxWarnings: 2 }",
    "budgets: { calls: 0, cost: 1, tokens: 800, growth: 0 }",
  );
  expect(findLoosened(aGate(...strict), aGate(...strict), true)).toEqual([]);
  expect(findLoosened(aGate(...strict), stricter, true)).toEqual([]);
});

test("without a file at the base the defaults are what is loosened", () => {
  const found = findLoosened(aGate(), aGate("onInconclusive: pass"), true);
  expect(found).toMatchObject([{ args: { what: "onInconclusive", from: "block", to: "pass" }, line: 2 }]);
});
