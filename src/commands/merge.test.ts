import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { aRepository, edited, strata } from "./testing.ts";
import { readRun, type RunFiles } from "./testing-run.ts";

/** Runs the shards of the small repository, and gives their folders. */
async function runShards(root: string, of: number, flags: string[] = []): Promise<string[]> {
  for (let i = 1; i <= of; i++) {
    expect((await strata(root, ["eval", "--shard", `${i}/${of}`, ...flags])).code).toBe(0);
  }
  const runs = path.join(root, "reports/runs");
  return readdirSync(runs).map((name) => path.join(runs, name));
}

/** What must not depend on how many machines there were: all but the run's own id and moment. */
function comparable({ id, trials, summary, csv, html }: RunFiles) {
  const { id: _id, created: _created, ...counted } = summary;
  const rows = trials.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  // The page's data is encoded, so that nothing in it can end the page.
  const decoded = html.replace(/(<template id="data">)([^<]+)/, (_, tag: string, data: string) => {
    return tag + Buffer.from(data, "base64").toString("utf8");
  });
  const page = decoded.replaceAll(id, "ID");
  return { counted, rows, csv: csv.replaceAll(id, "ID"), page };
}

test("merged shards are the run of one machine: trials, summary, CSV and page", async () => {
  await using whole = await aRepository();
  await using parts = await aRepository();
  expect((await strata(whole.path, ["eval"])).code).toBe(0);
  const dirs = await runShards(parts.path, 3);
  const one = readRun(whole.path);
  const merged = await strata(parts.path, ["merge", ...dirs.toReversed()]);
  expect([merged.code, merged.stderr.includes("report: ")]).toEqual([0, true]);
  const joined = readRun(parts.path);
  expect(comparable(joined)).toEqual(comparable(one));
  expect(joined.run).toMatchObject({
    ...{ merged: expect.arrayContaining(dirs.map((dir) => path.basename(dir))), planned: 7 },
    ...{ finished: expect.any(String), recipes: one.run["recipes"], suite: "default" },
    // By this the gate knows that two runs may be compared.
    corpusHash: one.run["corpusHash"],
  });
  for (const key of ["whole", "selection"]) expect(joined.run).not.toHaveProperty(key);
  expect(merged.stdout).toContain("7 passed, 0 failed");
});

test("a folder that holds the folders of runs will do, as artifacts are unpacked; --json is one document", async () => {
  await using parts = await aRepository();
  await runShards(parts.path, 2);
  await using other = await aRepository();
  cpSync(path.join(parts.path, "reports"), path.join(other.path, "artifacts/shard/reports"), {
    recursive: true,
  });
  const { code, stdout } = await strata(other.path, ["merge", "artifacts", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ schema: 1, totals: { passed: 7 } });
});

test("a missing shard is told, and the result is not decided", async () => {
  await using parts = await aRepository();
  const dirs = await runShards(parts.path, 3);
  const run = readRun(parts.path);
  const rest = dirs.filter((dir) => dir !== run.folder);
  const { code, stderr, stdout } = await strata(parts.path, ["merge", ...rest]);
  expect(code).toBe(3);
  expect(stderr).toContain(`shard 3/3 is missing: ${run.trials.length} trials were not run.`);
  expect(stdout).toContain(`Stopped by a missing shard: ${run.trials.length} of 7 trials were not run.`);
});

/** Changes run.json or the rows of one of two shards, and says what merge says. */
async function mergeWith(change: (dirs: string[]) => void | Promise<void>) {
  await using parts = await aRepository();
  const dirs = await runShards(parts.path, 2);
  await change(dirs);
  const { code, stderr, stdout } = await strata(parts.path, ["merge", ...dirs]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(readdirSync(path.join(parts.path, "reports/runs"))).toHaveLength(2);
  return stderr;
}

function editFacts(dir: string | undefined, change: object): void {
  const file = path.join(dir!, "run.json");
  const facts = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...facts, ...change }));
}

test.each([
  ["revisions", "revision", { commit: "0123456789abcdef", dirty: false }],
  ["edits", "revision", { commit: "0123456789abcdef", dirty: true }],
  ["versions", "versions", { versions: { strata: "9.9.9", node: "24.0.0" } }],
  ["suites", "suite", { suite: "other" }],
  ["seeds", "seed", { seed: 2 }],
])("mixed %s are refused", async (_, what, change) => {
  const stderr = await mergeWith(([, second]) => editFacts(second, change));
  expect(stderr).toContain(`the runs differ in their ${what}: `);
});

test("shards of another corpus are refused, although their revision is the same", async () => {
  await using other = await aRepository({
    "corpus/cases/mini/cases.yaml": edited("corpus/cases/mini/cases.yaml", "port 7340", "on port 7340"),
  });
  const [, foreign] = await runShards(other.path, 2);
  await using parts = await aRepository();
  const [first] = await runShards(parts.path, 2);
  const { code, stderr } = await strata(parts.path, ["merge", first!, foreign!]);
  expect([code, /the runs differ in their plan: .* has 2 shards of [0-9a-f]{12}/.test(stderr)]).toEqual([
    2,
    true,
  ]);
});

test("an unfinished run, a broken journal and a folder without a run are refused, all at once", async () => {
  const stderr = await mergeWith((dirs) => {
    editFacts(dirs[0], { finished: null });
    const journal = path.join(dirs[1]!, "trials.jsonl");
    writeFileSync(journal, `${readFileSync(journal, "utf8")}{"strata":1}\n`);
    dirs.push("/nowhere/at/all");
  });
  expect(stderr).toContain("is not finished: ");
  expect(stderr).toContain("has 1 lines that are no trial");
  expect(stderr).toContain("/nowhere/at/all holds no run.");
});

test("runs that overlap must agree", async () => {
  await using repository = await aRepository();
  const run = async (...flags: string[]) => {
    await strata(repository.path, ["eval", "--fresh", ...flags]);
    return readRun(repository.path).folder;
  };
  const dirs = [
    await run("--profile", "main"),
    await run("--profile", "review"),
    await run("--case", "till-port"),
  ];
  expect((await strata(repository.path, ["merge", ...dirs])).code).toBe(0);
  const joined = readRun(repository.path);
  expect([joined.trials.length, joined.run["planned"]]).toEqual([7, 7]);

  const journal = path.join(dirs[2]!, "trials.jsonl");
  const text = readFileSync(journal, "utf8");
  const merge = async (from: string, to: string) => {
    writeFileSync(journal, text.replaceAll(from, to));
    return await strata(repository.path, ["merge", ...dirs]);
  };
  const other = await merge("7340", "7341");
  expect([other.code, other.stderr.includes("with a different answer. Leave one of the runs out.")]).toEqual([
    2,
    true,
  ]);
  expect((await merge('"status":"passed"', '"status":"failed"')).stderr).toContain(
    "with a different verdict",
  );
  const key = /"gradeKey":"sha256:(....)/.exec(text)![1]!;
  expect((await merge(`"gradeKey":"sha256:${key}`, '"gradeKey":"sha256:0000')).stderr).toContain(
    "different grading",
  );
});

test.each(["0/2", "3/2", "2", "a/b", "1/0"])("--shard %s is refused", async (shard) => {
  await using repository = await aRepository();
  const { code, stderr } = await strata(repository.path, ["eval", "--shard", shard]);
  expect([code, stderr.includes("It must be a part of a whole, such as 2/5.")]).toEqual([2, true]);
});

test("a shard without trials is refused", async () => {
  await using repository = await aRepository();
  const { code, stderr } = await strata(repository.path, ["eval", "--case", "till-port", "--shard", "99/99"]);
  expect([code, stderr.includes("shard 99/99 has nothing to run")]).toEqual([2, true]);
});
