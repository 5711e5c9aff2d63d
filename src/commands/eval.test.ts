import { readdirSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRepository, edited, type Outcome, strata } from "./testing.ts";
import { readRun, type RunFiles } from "./testing-run.ts";

const cases = "corpus/cases/mini/cases.yaml";

const failing = edited(cases, "        value: port 7340", "        value: port 9999");

let repository: FsFixture;
let run: RunFiles;
let outcome: Outcome;
beforeAll(async () => {
  repository = await aRepository();
  outcome = await strata(repository.path, ["eval"]);
  run = readRun(repository.path);
});
afterAll(() => repository.rm());

test("all passed is 0, and the last line counts it", () => {
  expect(outcome.code).toBe(0);
  // till-port on 2 profiles and 3 models; role-only-for-review on one of each.
  expect(outcome.stdout.trimEnd().split("\n").at(-1)).toBe("7 passed, 0 failed, 0 skipped, 0 unmeasured");
});

test("the page says what the embedded model cannot tell", () => {
  expect(outcome.stdout).toMatch(/says nothing of how a model behaves/);
});

test("the run's folder has its five files, and latest.json points to it", () => {
  expect(run.id).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{4}$/);
  expect(readdirSync(run.folder).toSorted()).toEqual([
    "report.html",
    "results.csv",
    "run.json",
    "summary.json",
    "trials.jsonl",
  ]);
  expect(readdirSync(repository.getPath("reports")).toSorted()).toEqual(["latest.json", "runs"]);
});

test("run.json says what the run was made from", () => {
  expect(run.run).toMatchObject({
    strata: 1,
    id: run.id,
    created: "2026-03-30T12:00:00.000Z",
    suite: "default",
    seed: 1,
    commit: null,
    dirty: null,
    planned: 7,
    versions: { strata: expect.stringMatching(/^\d+\.\d+\.\d+/), node: process.versions.node },
    corpusHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
  expect(Object.keys(run.run["recipes"] as object)).toEqual(["mini@default/main", "mini@default/review"]);
});

test("the journal has a line per trial, each with both keys and what it was made from", () => {
  expect(run.trials).toHaveLength(7);
  for (const trial of run.trials) {
    expect(trial).toMatchObject({
      strata: 1,
      requestKey: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      gradeKey: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      recipeHash: (run.run["recipes"] as Record<string, string>)[`mini@default/${trial.profile}`],
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      status: "passed",
      reason: "",
      repeat: 1,
    });
  }
  const asked = run.trials.filter((trial) => trial.case === "till-port");
  expect(asked.map(({ answer, output }) => [answer, output])).toEqual(
    Array.from({ length: 6 }, () => ["reader:bm25", "- The till listens on port 7340."]),
  );
  expect(run.trials.find((trial) => trial.case !== "till-port")).toMatchObject({
    answer: null,
    output: null,
  });
});

test("summary.json, results.csv and report.html tell the same run", () => {
  expect(run.summary).toMatchObject({
    strata: 1,
    id: run.id,
    suite: "default",
    totals: { passed: 7, failed: 0, skipped: 0, unmeasured: 0 },
  });
  const rows = parse(run.csv, { columns: true, bom: true }) as Record<string, string>[];
  expect(
    rows.map((row) => [row["case"], row["profile"], row["model"], row["status"], row["hash"]]).toSorted(),
  ).toEqual(
    run.trials.map((trial) => [trial.case, trial.profile, trial.model, trial.status, trial.hash]).toSorted(),
  );
  expect(run.html.toLowerCase()).toMatch(/^<!doctype html>/);
  expect(run.html).toContain(run.id);
});

test("--json prints the summary with a schema number, and nothing else", async () => {
  await using other = await aRepository();
  const { code, stdout: json } = await strata(other.path, ["eval", "--json"]);
  expect(code).toBe(0);
  const { schema, problems, ...summary } = JSON.parse(json) as Record<string, unknown>;
  expect([schema, problems]).toEqual([expect.any(Number), []]);
  expect(summary).toEqual(readRun(other.path).summary);
});

test("a failed case is 1; the table names it, its combinations and what was missing", async () => {
  await using other = await aRepository({ [cases]: failing });
  const wide = { terminal: { columns: 300 } };
  const { code, stdout: table } = await strata(other.path, ["eval", "--profile", "main"], wide);
  expect(code).toBe(1);
  expect(table).toMatch(/^FAIL +till-port +main .*port 9999/m);
  expect(table.trimEnd().split("\n").at(-1)).toBe("0 passed, 3 failed, 0 skipped, 0 unmeasured");
  const json = await strata(other.path, ["eval", "--profile", "main", "--json"]);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    totals: { failed: 3 },
    problems: [{ case: "till-port", status: "failed" }, { case: "till-port" }, { case: "till-port" }],
  });
});

const withNeeds = edited(cases, "    tags:\n      - memory\n", "    needs: llm\n    tags:\n      - memory\n");

test("only skipped trials are 3, with the reason, and never passed", async () => {
  await using other = await aRepository({ [cases]: withNeeds });
  const { code, stdout: table } = await strata(other.path, ["eval", "--case", "till-port"]);
  expect(code).toBe(3);
  expect(table).toMatch(/6 skipped: [^\n]*language model/);
  expect(table.trimEnd().split("\n").at(-1)).toBe("0 passed, 0 failed, 6 skipped, 0 unmeasured");
});

test("skipped beside passed is 0", async () => {
  await using other = await aRepository({ [cases]: withNeeds });
  const { code, stdout: table } = await strata(other.path, ["eval"]);
  expect([code, table.trimEnd().split("\n").at(-1)]).toEqual([
    0,
    "1 passed, 0 failed, 6 skipped, 0 unmeasured",
  ]);
});

test("a paid model without a stored answer is not called in replay mode: unmeasured, and 3", async () => {
  await using other = await aRepository();
  const argv = ["eval", "--answer", "anthropic:claude-haiku-4-5-20251001", "--mode", "replay"];
  const { code, stdout: table } = await strata(other.path, argv);
  expect(code).toBe(3);
  expect(table).toMatch(/6 unmeasured: no recorded answer; nothing is stored/);
  expect(table.trimEnd().split("\n").at(-1)).toBe("1 passed, 0 failed, 0 skipped, 6 unmeasured");
});

test("a failed case wins over an unmeasured one: 1 before 3", async () => {
  const text = edited(cases, "        value: role", "        value: [role, skills]").replace(
    "models:\n      - reader:bm25",
    "variants: [brief]",
  );
  await using other = await aRepository({ [cases]: text });
  const argv = ["eval", "--answer", "anthropic:claude-haiku-4-5-20251001", "--mode", "replay"];
  const { code } = await strata(other.path, argv);
  expect(code).toBe(1);
});

test("--dry-run says what would be run, and writes nothing", async () => {
  await using other = await aRepository();
  const { code, stdout: text, stderr } = await strata(other.path, ["eval", "--dry-run", "--repeat", "2"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(text).toContain("14 trials: 2 cases on 6 combinations");
  // The prompt does not depend on the model here: two prompts, each asked twice, of one answering model.
  expect(text).toContain("4 different requests, 0 skipped");
  const json = await strata(other.path, ["eval", "--dry-run", "--repeat", "2", "--json"]);
  expect(JSON.parse(json.stdout)).toEqual({
    ...{ schema: expect.any(Number), suite: "default" },
    ...{ trials: 14, cases: 2, combinations: 6, requests: 4, skipped: 0 },
    ...{ done: 0, stored: 0, models: [], judged: null },
  });
  expect(await other.exists("reports")).toBe(false);
});

test("--show prints the prompt with its layers, the answer and every assertion, and writes nothing", async () => {
  await using other = await aRepository();
  const argv = ["eval", "--show", "--case", "till-port", "--profile", "review", "--model", "reader:bm25"];
  const { code, stdout: text } = await strata(other.path, argv);
  expect(code).toBe(0);
  const order = [
    ...["till-port", `${cases}:4`, "mini default review reader:bm25", "scenario desk"],
    ...[
      "core 1.0.0",
      "You keep the till.",
      "role 2.0.0",
      "You judge a change",
      "environment 1.1.0",
      "skills",
      "memory",
    ],
    ...[
      "On which port does the till listen?",
      "reader:bm25",
      "- The till listens on port 7340.",
      "strata:last-contains",
    ],
  ];
  let at = 0;
  for (const word of order) {
    expect(text.slice(at)).toContain(word);
    at = text.indexOf(word, at) + word.length;
  }
  expect(await other.exists("reports")).toBe(false);
});

test("--show of a failing case is 1, of a skipped one 3", async () => {
  await using other = await aRepository({ [cases]: failing });
  const shown = await strata(other.path, ["eval", "--show", "--case", "till-port"]);
  expect([shown.code, /FAIL[^\n]*port 9999/.test(shown.stdout)]).toEqual([1, true]);
  await using skipping = await aRepository({ [cases]: withNeeds });
  const skipped = await strata(skipping.path, ["eval", "--show", "--case", "till-port"]);
  expect([skipped.code, /language model/.test(skipped.stdout)]).toEqual([3, true]);
});

test("--show --json prints one JSON document", async () => {
  const { stdout: text } = await strata(repository.path, ["eval", "--show", "--case", "till-port", "--json"]);
  expect(() => JSON.parse(text)).not.toThrow();
});

test("the last line counts the must-pass cases that were not measured", async () => {
  await using other = await aRepository({
    [cases]: withNeeds.replace("needs: llm", "needs: llm\n    policy: must-pass"),
  });
  const { stdout: table } = await strata(other.path, ["eval"]);
  expect(table.trimEnd().split("\n").at(-1)).toMatch(/\b1 must-pass/);
});

test("runs from a subfolder, and with --root, leave their reports at the root", async () => {
  await using other = await aRepository();
  await strata(other.getPath("prompts/mini"), ["eval"]);
  await strata("/", ["eval", "--root", other.path]);
  expect(readdirSync(other.getPath("reports/runs"))).toHaveLength(2);
  expect(await other.exists("prompts/mini/reports")).toBe(false);
});

test("a file in the place of reports/ is for the user to move", async () => {
  await using other = await aRepository({ reports: "not a folder" });
  const { code, stderr } = await strata(other.path, ["eval"]);
  expect([code, stderr.includes("reports")]).toEqual([2, true]);
  expect(stderr).not.toContain("bug");
});
