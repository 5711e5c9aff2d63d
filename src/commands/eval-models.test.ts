import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { startAnthropicServer } from "../model/testing-servers.ts";
import { aRepository, strata } from "./testing.ts";
import { entriesOf, gpt, haiku, keys, knowsPort, onLoopback } from "./testing-models.ts";
import { readRun } from "./testing-run.ts";

const io = { env: keys };

test("a paid model answers once for every different request; the second run calls nobody and says the same", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  const first = await strata(repository.path, ["eval"], io);
  expect(first.code).toBe(0);
  // till-port on two profiles.
  expect(server.requests).toHaveLength(2);
  const before = readRun(repository.path);
  const second = await strata(repository.path, ["eval"], { env: {} });
  expect([second.code, server.requests.length]).toEqual([0, 2]);
  const after = readRun(repository.path);
  expect(after.id).not.toBe(before.id);
  const told = (run: typeof before) =>
    run.trials.map(({ requestKey, gradeKey, status, output }) => ({ requestKey, gradeKey, status, output }));
  expect(told(after).toSorted()).toEqual(told(before).toSorted());
  expect(before.trials.map(({ spent }) => spent?.cached)).toEqual([false, false]);
  expect(after.trials.flatMap(({ spent }) => spent ?? [])).toMatchObject([
    { cached: true, costUsd: 0, latencyMs: null },
    { cached: true, costUsd: 0, latencyMs: null },
  ]);
});

test("cost is what the server billed, in every report; what the cache saved is what it would have cost", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  const { stdout } = await strata(repository.path, ["eval"], io);
  const { billed } = server;
  const usd =
    (billed.input * 1 + billed.cacheWrite * 1.25 + billed.cacheRead * 0.1 + billed.output * 5) / 1e6;
  expect(usd).toBeGreaterThan(0);
  const first = readRun(repository.path);
  const cost = first.summary["cost"] as any;
  expect(cost.total.usd).toBeCloseTo(usd, 12);
  expect(cost).toMatchObject({ total: { unknown: 0 }, calls: 2, grader: null, saved: { cache: { usd: 0 } } });
  expect(cost.perPassedCase).toBeCloseTo(usd, 12);
  const rows = parse(first.csv, { columns: true }) as Record<string, string>[];
  expect(rows.reduce((sum, row) => sum + Number(row["costUsd"]), 0)).toBeCloseTo(usd, 12);
  expect(stdout).toMatch(/^cost: \$0\.0+\d+, /m);
  expect(first.html).toContain("<h2>Cost</h2>");
  await strata(repository.path, ["eval"], io);
  const again = readRun(repository.path).summary["cost"] as any;
  expect(again.total).toEqual({ usd: 0, unknown: 0 });
  expect(again.saved.cache.usd).toBeCloseTo(usd, 12);
});

test("a model without prices costs n/a, never 0", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(
    onLoopback({ anthropic: server }, { anthropic: { prices: null } }),
  );
  const { stdout } = await strata(repository.path, ["eval"], io);
  expect(stdout).toMatch(/^cost: n\/a, n\/a for each passed case$/m);
  const { summary, csv } = readRun(repository.path);
  expect(summary["cost"]).toMatchObject({ total: { usd: 0, unknown: 2 }, perPassedCase: null });
  const rows = parse(csv, { columns: true }) as Record<string, string>[];
  expect(rows.map((row) => row["costUsd"]).toSorted()).toEqual(["n/a", "n/a"]);
});

test("a run of the embedded model alone says nothing of cost", async () => {
  await using repository = await aRepository();
  const { stdout } = await strata(repository.path, ["eval"]);
  const { csv, summary, html, trials } = readRun(repository.path);
  expect(stdout).not.toMatch(/cost/i);
  expect(csv.split("\n")[0]).not.toContain("costUsd");
  expect([summary["cost"], html.includes("<h2>Cost"), trials.some(({ spent }) => spent)]).toEqual([
    undefined,
    false,
    false,
  ]);
  expect(await repository.exists(".strata")).toBe(false);
});

test("no key: 2, the variable to set, no call and no run", async () => {
  await using server = await startAnthropicServer();
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  const { code, stderr } = await strata(repository.path, ["eval"]);
  expect([code, stderr.includes("ANTHROPIC_API_KEY"), server.requests.length]).toEqual([2, true, 0]);
  expect(await repository.exists("reports")).toBe(false);
});

test("a failure is unmeasured, is not stored, and only it is run again with --retry-unmeasured", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(
    onLoopback({ anthropic: server }, { anthropic: { limits: { concurrency: 1 } } }),
  );
  const body = { type: "error", error: { type: "invalid_request_error", message: "no" } };
  server.inject({ kind: "status", status: 400, body });
  const first = await strata(repository.path, ["eval"], io);
  expect(first.code).toBe(3);
  expect(first.stdout.trimEnd().split("\n").at(-1)).toBe("1 passed, 0 failed, 0 skipped, 1 unmeasured");
  expect(entriesOf(repository.path)).toHaveLength(1);
  const { id } = readRun(repository.path);
  const again = await strata(repository.path, ["eval", "--retry-unmeasured"], io);
  expect([again.code, server.requests.length]).toEqual([0, 3]);
  const run = readRun(repository.path);
  expect(run.id).toBe(id);
  expect(run.summary).toMatchObject({ totals: { passed: 2, unmeasured: 0 } });
  const nothing = await strata(repository.path, ["eval", "--retry-unmeasured"], io);
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringMatching(/no run of this selection/)]);
});

test("a truncated answer is unmeasured, shown, and not stored", async () => {
  await using server = await startAnthropicServer({
    answer: () => ({ text: "The till listens on port 73", stop: "length" }),
  });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  const { code, stdout } = await strata(repository.path, ["eval"], io);
  expect([code, stdout]).toEqual([3, expect.stringMatching(/cut off at its maximum length/)]);
  expect(readRun(repository.path).html).toContain("port 73");
  expect(await repository.exists(".strata/cache")).toBe(false);
});

test("--max-calls stops before it is exceeded, keeps what was done, and a higher limit goes on", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  const argv = ["eval", "--repeat", "3"];
  const first = await strata(repository.path, [...argv, "--max-calls", "2"], io);
  expect([first.code, server.requests.length]).toEqual([3, 2]);
  expect(first.stdout).toMatch(/Stopped by --max-calls: 4 of 6 trials were not run/);
  const { id } = readRun(repository.path);
  const second = await strata(repository.path, argv, io);
  expect([second.code, server.requests.length]).toEqual([0, 6]);
  const run = readRun(repository.path);
  expect([run.id, run.trials.length]).toEqual([id, 6]);
  expect(run.run["finished"]).toEqual(expect.any(String));
});

test("--max-cost holds what a call can cost before it starts; without a price it is refused", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  const limited = { parameters: { maxTokens: 100 } };
  await using repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: limited }));
  // A call can cost 100 tokens of output at $5 a million and some input.
  const none = await strata(repository.path, ["eval", "--max-cost", "0.0004"], io);
  expect([none.code, server.requests.length]).toEqual([3, 0]);
  const all = await strata(repository.path, ["eval", "--max-cost", "0.01"], io);
  expect([all.code, server.requests.length]).toEqual([0, 2]);
  await using priceless = await aRepository(
    onLoopback({ anthropic: server }, { anthropic: { prices: null } }),
  );
  const refused = await strata(priceless.path, ["eval", "--max-cost", "1"], io);
  expect([refused.code, refused.stderr.trimEnd().split("\n")]).toEqual([
    2,
    [expect.stringMatching(/has no prices/)],
  ]);
});

test("--dry-run tells calls, tokens and cost by model, and n/a where no price is known", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  const changes = onLoopback(
    { anthropic: server, openai: server },
    { openai: { prices: null }, suite: { models: [haiku, gpt], answer: undefined } },
  );
  await using repository = await aRepository(changes);
  const { code, stdout } = await strata(repository.path, ["eval", "--dry-run", "--json"], { env: {} });
  const estimate = JSON.parse(stdout);
  expect([code, server.requests.length, await repository.exists("reports")]).toEqual([0, 0, false]);
  expect(estimate).toMatchObject({ stored: 0, done: 0, cost: { unknown: 1 }, judged: null });
  expect(estimate.models.map((one: any) => [one.model, one.calls, one.costUsd === null])).toEqual([
    [haiku, 2, false],
    [gpt, 2, true],
  ]);
  expect(estimate.models[0].atMostUsd).toBeGreaterThan(estimate.models[0].costUsd);
  const text = await strata(repository.path, ["eval", "--dry-run"]);
  expect(text.stdout).toMatch(/openai:gpt-4\.1-2025-04-14 .* n\/a/);
  await strata(repository.path, ["eval", "--model", haiku], io);
  const after = await strata(repository.path, ["eval", "--dry-run", "--model", haiku, "--json"]);
  expect(JSON.parse(after.stdout)).toMatchObject({ stored: 2, models: [] });
});

test("a request that the window cannot hold is skipped, with tokens and limit", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  const file = repository.getPath("prompts/models.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("window: 200000", "window: 50"));
  const { stdout } = await strata(repository.path, ["eval"], io);
  expect(stdout).toMatch(/skipped: the request has about \d+ tokens, and anthropic:[^ ]+ takes 50/);
  expect(server.requests).toHaveLength(0);
});

test("trials that ask the same are answered by one call, and paid once", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  // The prompt does not depend on the model it is assembled for.
  const changes = onLoopback({ anthropic: server }, { suite: { models: [haiku, gpt] } });
  await using repository = await aRepository(changes);
  await strata(repository.path, ["eval"], io);
  const { trials, summary } = readRun(repository.path);
  expect([server.requests.length, trials.length]).toEqual([2, 4]);
  const costs = trials.map(({ spent }) => spent!.costUsd!);
  expect(costs.filter((cost) => cost === 0)).toHaveLength(2);
  const { billed } = server;
  const usd = (billed.input + billed.cacheWrite * 1.25 + billed.cacheRead * 0.1 + billed.output * 5) / 1e6;
  expect((summary["cost"] as any).total.usd).toBeCloseTo(usd, 12);
});

test("long work shows what it has cost so far", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  let time = Date.parse("2026-03-30T12:00:00Z");
  const now = () => new Date((time += 10_000));
  const { stderr } = await strata(repository.path, ["eval", "--repeat", "3"], { ...io, now });
  expect(stderr).toMatch(/^\d of 6 trials, [\d.]+ a second, \$0\.\d+ so far, \d+ s left$/m);
});
