import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderCsv } from "./render-csv.ts";
import type { ProblemRow } from "./run-view.ts";
import { aTrial, aView } from "./testing.ts";

const csvOf = (view: Parameters<typeof renderCsv>[0]) => [...renderCsv(view)].join("");

function roundTrip(trials: ProblemRow[]): Record<string, string>[] {
  return parse(csvOf(aView(trials)), { bom: true, columns: true });
}

test("one row per trial under a header, with LF", () => {
  expect(csvOf(aView([aTrial({ status: "failed", reason: 'said "no", twice' })]))).toBe(
    [
      "case,stack,variant,profile,model,answer,scenario,repeat,status,reason,recipeHash,hash",
      `keeps-secrets,coder,default,normal,openai:gpt-5.1,reader:bm25,linux-repo,0,failed,"said ""no"", twice",sha256:${"a".repeat(64)},sha256:${"b".repeat(64)}`,
      "",
    ].join("\n"),
  );
});

test("a run without trials is a header", () => {
  expect(csvOf(aView([]))).toMatch(/^case,[^\n]+\n$/);
});

test.each(["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])(
  "%j is text to a spreadsheet",
  (formula) => {
    expect(roundTrip([aTrial({ reason: formula })])[0]!.reason).toBe(`'${formula}`);
  },
);

test("any text comes back as it was, apart from the guard", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      '"',
      ",",
      "\n",
      "\r",
      "\r\n",
      "\u0000",
      "\ufeff",
      "</script>",
      "\u001b[31m",
      "=cmd()",
      "'",
    ),
  );
  const trial = fc.record({ case: text, stack: text, model: text, reason: text, hash: text });
  fc.assert(
    fc.property(fc.array(trial), (given) => {
      const trials = given.map((fields) => aTrial(fields));
      const expected = trials.map(({ output: _output, ...row }) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            String(value).replace(/^(?=[=+\-@\t\r＝＋－＠])/, "'"),
          ]),
        ),
      );
      expect(roundTrip(trials)).toEqual(expected);
    }),
  );
});

test("a long run is one table, however many slices it is written in", () => {
  const trials = Array.from({ length: 2500 }, (_, i) => aTrial({ case: `case-${i}` }));
  const rows = parse(csvOf(aView(trials)), { columns: true }) as { case: string }[];
  expect(rows.map((row) => row.case)).toEqual(trials.map((trial) => trial.case));
});
