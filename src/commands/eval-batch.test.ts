import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startAnthropicServer, startOpenaiServer, type ServerOptions } from "../model/testing-servers.ts";
import { entriesOf, gpt, haiku, keys, knowsPort, onLoopback } from "./testing-models.ts";
import { aRepository, strata } from "./testing.ts";
import { readRun } from "./testing-run.ts";

const env = keys;
const prices = { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1, batch: 0.5 };
const posts = (requests: { method: string; path: string }[]) =>
  requests.filter(({ method, path: at }) => method === "POST" && at.endsWith("/batches")).length;

/** The small repository on a server of Anthropic's; its default suite asks one question of two profiles. */
async function onAnthropic(options: ServerOptions = {}) {
  const server = await startAnthropicServer({ answer: knowsPort, ...options });
  const repository = await aRepository(onLoopback({ anthropic: server }, { anthropic: { prices } }));
  return {
    server,
    root: repository.path,
    async [Symbol.asyncDispose]() {
      await repository[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Runs a batch and stops it as soon as it is submitted. */
async function stopAfterSubmit(root: string) {
  const stop = new AbortController();
  let stderr = "";
  const write = (text: string) => {
    stderr += text;
    if (text.includes("are submitted")) stop.abort();
  };
  const { code } = await strata(root, ["eval", "--batch"], { env, signal: stop.signal, stderr: { write } });
  return { code, stderr };
}

test("a batch is asked once, passes, costs half, and its answers are kept like any other", async () => {
  await using at = await onAnthropic();
  const { code, stderr, stdout } = await strata(at.root, ["eval", "--batch"], { env });
  expect([code, posts(at.server.requests)]).toEqual([0, 1]);
  expect(at.server.requests.filter(({ path: to }) => to === "/v1/messages")).toEqual([]);
  expect(stderr).toContain("msgbatch_1: 2 requests to anthropic:claude-haiku-4-5-20251001 are submitted");
  const run = readRun(at.root);
  const { billed } = at.server;
  const whole =
    (billed.input + billed.cacheWrite * 1.25 + billed.cacheRead * 0.1 + billed.output * 5) / 1_000_000;
  const { cost } = run.summary as { cost: { total: { usd: number }; saved: { batch: { usd: number } } } };
  expect(cost.total.usd).toBeCloseTo(whole / 2, 12);
  expect(cost.saved.batch.usd).toBeCloseTo(whole / 2, 12);
  expect(stdout).toContain("saved by batches: $");
  const ids = JSON.parse(readFileSync(path.join(run.folder, "batch.json"), "utf8")) as {
    batches: { state: string; customIds: string[] }[];
  };
  expect(ids.batches.map(({ state, customIds }) => [state, customIds.length])).toEqual([["done", 2]]);
  expect(ids.batches[0]!.customIds.every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
  expect(entriesOf(at.root)).toHaveLength(2);

  const again = await strata(at.root, ["eval", "--json"], { env });
  expect(again.code).toBe(0);
  expect(at.server.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  const saved = (JSON.parse(again.stdout) as { cost: { saved: { cache: { usd: number } } } }).cost.saved;
  expect(saved.cache.usd).toBeCloseTo(whole / 2, 12);
});

test("stopped between submit and answer, the same command waits for the same batch", async () => {
  await using at = await onAnthropic();
  const first = await stopAfterSubmit(at.root);
  expect([first.code, posts(at.server.requests)]).toEqual([130, 1]);

  const direct = await strata(at.root, ["eval"], { env });
  expect([direct.code, posts(at.server.requests)]).toEqual([2, 1]);
  expect(direct.stderr).toContain("waits for batches with 2 requests, which are paid. Go on with --batch");

  // The server has been asked once, or not at all; the run that goes on asks until it has ended.
  const { code, stderr } = await strata(at.root, ["eval", "--batch"], { env });
  expect([code, posts(at.server.requests)]).toEqual([0, 1]);
  expect(stderr).toContain("goes on with the unfinished run");
  const run = readRun(at.root);
  expect(run.trials.filter(({ answer }) => answer !== null).map(({ status }) => status)).toEqual([
    "passed",
    "passed",
  ]);
  expect((run.summary as { cost: { total: { usd: number } } }).cost.total.usd).toBeGreaterThan(0);
});

test("a batch of which nobody knows whether it arrived is never submitted again", async () => {
  await using at = await onAnthropic();
  await stopAfterSubmit(at.root);
  const { id } = JSON.parse(readFileSync(latest(at.root, "run.json"), "utf8")) as { id: string };
  const file = latest(at.root, "batch.json");
  const known = readFileSync(file, "utf8");
  // What a kill leaves behind between the call and the next write.
  writeFileSync(file, known.replace('"msgbatch_1"', "null").replace('"open"', '"submitting"'));
  const unknown = await strata(at.root, ["eval", "--batch"], { env });
  expect([unknown.code, posts(at.server.requests)]).toEqual([2, 1]);
  expect(unknown.stderr).toContain("nobody knows whether it arrived");
  writeFileSync(file, "{");
  const broken = await strata(at.root, ["eval", "--batch"], { env });
  expect([broken.code, broken.stderr.includes("batch.json cannot be read")]).toEqual([2, true]);
  writeFileSync(file, known);
  expect((await strata(at.root, ["eval", "--batch"], { env })).code).toBe(0);
  expect([posts(at.server.requests), readRun(at.root).id]).toEqual([1, id]);
});

/** A file of the newest run, finished or not. */
function latest(root: string, name: string): string {
  const { path: folder } = JSON.parse(readFileSync(path.join(root, "reports/latest.json"), "utf8")) as {
    path: string;
  };
  return path.join(root, "reports", folder, name);
}

test("what a batch did not answer is unmeasured, and only that is asked again", async () => {
  let lost: string | undefined;
  let expires = true;
  const outcome = (id: string) => (expires && (lost ??= id) === id ? "expired" : "succeeded");
  await using at = await onAnthropic({ batch: { outcome } });
  expect((await strata(at.root, ["eval", "--batch"], { env })).code).toBe(3);
  const unmeasured = readRun(at.root).trials.filter(({ status }) => status === "unmeasured");
  expect(unmeasured.map(({ reason }) => reason)).toEqual([
    "the batch ended before it answered this request: expired",
  ]);
  expires = false;
  expect((await strata(at.root, ["eval", "--batch", "--retry-unmeasured"], { env })).code).toBe(0);
  const asked = at.server.requests.filter(({ method }) => method === "POST").map(({ body }) => body.requests);
  expect(asked.map((requests) => requests.length)).toEqual([2, 1]);
  expect(asked[1][0].custom_id).toBe(lost);
});

test("OpenAI's batches too: a file, a batch, two files back", async () => {
  await using server = await startOpenaiServer({ answer: knowsPort });
  const suite = { answer: gpt, models: [gpt] };
  const settings = { openai: { prices: { input: 2, output: 8, batch: 0.5 } }, suite };
  await using repository = await aRepository(onLoopback({ openai: server }, settings));
  const { code, stderr } = await strata(repository.path, ["eval", "--batch"], { env });
  expect([code, stderr.includes("batch_1: 2 requests to openai:gpt-4.1")]).toEqual([0, true]);
  expect(server.requests.map(({ method, path: at }) => `${method} ${at.replace(/file-\d/, "F")}`)).toEqual([
    "POST /v1/files",
    "POST /v1/batches",
    ...["GET /v1/batches/batch_1", "GET /v1/batches/batch_1", "GET /v1/files/F/content"],
  ]);
});

test("--max-calls counts the requests of a batch; what does not fit is not submitted", async () => {
  await using at = await onAnthropic();
  const { code, stderr } = await strata(at.root, ["eval", "--batch", "--max-calls", "1"], { env });
  expect([code, stderr.includes("--max-calls is reached: 1 trials were not run")]).toEqual([3, true]);
  expect(at.server.requests[0]!.body.requests).toHaveLength(1);
  expect((await strata(at.root, ["eval", "--batch"], { env })).code).toBe(0);
});

test("a price of a batch that is not known is n/a, never the whole price", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  const { code, stdout } = await strata(repository.path, ["eval", "--batch"], { env });
  expect([code, stdout.includes("cost: n/a")]).toEqual([0, true]);
});

test("models without batches are refused, and --show is", async () => {
  const models = { suite: { answer: "compatible:local", models: [haiku] } };
  const local = `  - id: compatible:local\n    pinned: true\n    window: 8000\n    baseUrl: http://127.0.0.1:9\n`;
  const changes = onLoopback({}, models);
  const text = String(changes["prompts/models.yaml"]).replace("models:\n", `models:\n${local}`);
  await using repository = await aRepository({ ...changes, "prompts/models.yaml": text });
  const { code, stderr } = await strata(repository.path, ["eval", "--batch"], { env });
  expect([code, stderr.includes("compatible:local cannot be asked in batches")]).toEqual([2, true]);
  const show = await strata(repository.path, ["eval", "--batch", "--show", "--case", "till-port"], { env });
  expect([show.code, show.stderr.includes("cannot be used with option")]).toEqual([2, true]);
});
