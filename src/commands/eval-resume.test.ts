import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startAnthropicServer } from "../model/testing-servers.ts";
import { aFakeIo, aRepository, strata } from "./testing.ts";
import { entriesOf, keys, knowsPort, onLoopback } from "./testing-models.ts";
import { main } from "./index.ts";
import { readRun } from "./testing-run.ts";

const io = { env: keys };
const argv = ["eval", "--repeat", "4"];

/** Runs the command and interrupts it when the server has got so many requests. */
async function interrupted(cwd: string, server: { requests: unknown[] }, after: number) {
  const abort = new AbortController();
  const fake = aFakeIo({ argv, cwd, env: keys, signal: abort.signal });
  const watch = setInterval(() => server.requests.length >= after && abort.abort(), 1);
  const code = await main(fake);
  clearInterval(watch);
  return { code, err: fake.err() };
}

const oneByOne = { limits: { concurrency: 1 } };
const runsOf = (root: string) => readdirSync(path.join(root, "reports/runs"));

test("the same command goes on with an interrupted run, in its folder, and repeats no paid call", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  expect((await interrupted(repository.path, server, 3)).code).toBe(130);
  const first = readRun(repository.path);
  expect(first.run["finished"]).toBeNull();
  const before = server.requests.length;
  expect([first.trials.length, before]).toEqual([before, before]);
  const { code, stderr } = await strata(repository.path, argv, io);
  expect([code, server.requests.length, runsOf(repository.path).length]).toEqual([0, 8, 1]);
  expect(stderr).toMatch(
    new RegExp(`goes on with the unfinished run ${first.id}: ${before} of 8 trials are known`),
  );
  const run = readRun(repository.path);
  expect(run.run).toMatchObject({ finished: expect.any(String), continued: [expect.any(String)] });
  expect(run.trials).toHaveLength(8);
  expect(readdirSync(run.folder)).not.toContain("in-progress.json");
  const { billed } = server;
  const usd = (billed.input + billed.cacheWrite * 1.25 + billed.cacheRead * 0.1 + billed.output * 5) / 1e6;
  expect((run.summary["cost"] as any).total.usd).toBeCloseTo(usd, 12);
  // Finished is finished: the next one is a run of its own.
  await strata(repository.path, argv, io);
  expect(runsOf(repository.path)).toHaveLength(2);
});

test("edits to other cases do not disturb it; an edited case is run again", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  await interrupted(repository.path, server, 3);
  const before = server.requests.length;
  const file = "corpus/cases/mini/cases.yaml";
  const text = readFileSync(repository.getPath(file), "utf8");
  const other =
    "  - id: another\n    input: What is on sale?\n    assert:\n      - type: contains\n        value: port\n";
  await repository.writeFile(file, text.replace("cases:\n", `cases:\n${other}`));
  await strata(repository.path, argv, io);
  expect([server.requests.length, runsOf(repository.path).length]).toEqual([16, 1]);
  const told = readRun(repository.path).csv.match(/^(another|till-port),/gm);
  expect([told?.length, before < 8]).toEqual([16, true]);
});

test("--fresh starts anew, and paid answers are still used", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  await interrupted(repository.path, server, 2);
  await strata(repository.path, [...argv, "--fresh"], io);
  expect([server.requests.length, runsOf(repository.path).length]).toEqual([8, 2]);
});

test("another selection does not go on with it", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  await interrupted(repository.path, server, 2);
  const { id } = readRun(repository.path);
  await strata(repository.path, [...argv, "--profile", "main"], io);
  expect(readRun(repository.path).id).not.toBe(id);
});

test("a run that a living process works on is left alone", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  await interrupted(repository.path, server, 2);
  const { folder, id } = readRun(repository.path);
  const { hostname } = await import("node:os");
  // The process that started this one is alive, whoever it is.
  writeFileSync(
    path.join(folder, "in-progress.json"),
    JSON.stringify({ pid: process.ppid, host: hostname() }),
  );
  await strata(repository.path, argv, io);
  expect(readRun(repository.path).id).not.toBe(id);
});

test("an answer that arrived before a kill is not paid again, and is paid in the report", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  await interrupted(repository.path, server, 3);
  const { folder } = readRun(repository.path);
  // As a kill between cache and journal leaves it: the answer is stored, its row is not, the last line is torn.
  const journal = path.join(folder, "trials.jsonl");
  const lines = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  writeFileSync(journal, `${lines.slice(0, -1).join("\n")}\n${lines.at(-1)!.slice(0, 50)}`);
  const { stderr } = await strata(repository.path, argv, io);
  expect(server.requests).toHaveLength(8);
  expect(stderr).toMatch(/last line of the journal .* was torn/);
  const { summary, trials } = readRun(repository.path);
  expect(trials).toHaveLength(8);
  const { billed } = server;
  const usd = (billed.input + billed.cacheWrite * 1.25 + billed.cacheRead * 0.1 + billed.output * 5) / 1e6;
  expect((summary["cost"] as any).total.usd).toBeCloseTo(usd, 12);
});

test("a full disk is reported as such; nothing that was written is lost, and no paid answer", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  await interrupted(repository.path, server, 3);
  const { folder, id } = readRun(repository.path);
  const journal = path.join(folder, "trials.jsonl");
  const kept = readFileSync(journal, "utf8");
  renameSync(journal, `${journal}.kept`);
  symlinkSync("/dev/full", journal);
  const before = server.requests.length;
  const { code, stderr } = await strata(repository.path, argv, io);
  expect(code).toBe(2);
  expect(stderr).toMatch(/trials\.jsonl cannot be written \(ENOSPC\)/);
  // The first row that could not be written ended the run: one call, and its answer is stored.
  expect(server.requests.length - before).toBeLessThanOrEqual(1);
  expect(entriesOf(repository.path)).toHaveLength(server.requests.length);
  rmSync(journal);
  writeFileSync(journal, kept);
  const again = await strata(repository.path, argv, io);
  expect([again.code, server.requests.length, readRun(repository.path).id]).toEqual([0, 8, id]);
});

test("a cache that cannot be written ends the run before more is paid", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository({
    ...onLoopback({ anthropic: server }, { anthropic: oneByOne }),
    ".strata/cache": "not a folder",
  });
  const { code, stderr } = await strata(repository.path, argv, io);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/\.strata\/cache.* cannot be written/)]);
  expect(server.requests).toHaveLength(1);
});

test("lines that are no trial are left out", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort, latency: 20 });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: oneByOne }));
  await interrupted(repository.path, server, 2);
  appendFileSync(
    path.join(readRun(repository.path).folder, "trials.jsonl"),
    'null\n{"strata":2}\nnot json\n',
  );
  const { code } = await strata(repository.path, argv, io);
  expect([code, server.requests.length]).toEqual([0, 8]);
});
