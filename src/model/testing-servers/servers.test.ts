import { Anthropic } from "@anthropic-ai/sdk";
import { OpenAI, toFile } from "openai";
import { expect, test } from "vitest";
import { startAnthropicServer, startOpenaiServer } from "../testing-servers.ts";
import { automaticCache, markedCache } from "./prompt-cache.ts";

const anthropicAt = (baseURL: string) =>
  new Anthropic({ apiKey: "k", baseURL, maxRetries: 0, logLevel: "off" });
const openaiAt = (baseURL: string) => new OpenAI({ apiKey: "k", baseURL, maxRetries: 0, logLevel: "off" });

test("a marked prefix is read once the answer that wrote it has begun, for five minutes after its last use", () => {
  const use = markedCache({});
  const blocks = [{ text: "x".repeat(8000), marked: true }];
  expect(use(blocks, "m", 0, 2000)).toEqual({ total: 2000, read: 0, written: 2000 });
  expect(use(blocks, "m", 1999, 3999)).toMatchObject({ read: 0, written: 2000 });
  expect(use(blocks, "m", 2000, 2000)).toMatchObject({ read: 2000, written: 0 });
  expect(use(blocks, "m", 301_999, 301_999)).toMatchObject({ read: 2000 });
  expect(use(blocks, "m", 602_000, 602_000)).toMatchObject({ read: 0, written: 2000 });
  expect(use(blocks, "other", 602_001, 602_001)).toMatchObject({ read: 0 });
});

test("a short prefix is not cached, and a changed block ends what is read", () => {
  const use = markedCache({});
  const block = (text: string) => ({ text: text.repeat(4096), marked: true });
  expect(use([{ text: "x".repeat(4092), marked: true }], "m", 0, 0)).toEqual({
    total: 1023,
    read: 0,
    written: 0,
  });
  expect(use([block("a"), block("b")], "m", 0, 0)).toMatchObject({ read: 0, written: 2048 });
  expect(use([block("a"), block("c")], "m", 1, 1)).toMatchObject({ read: 1024, written: 1024 });
  expect(use([block("z"), block("b")], "m", 2, 2)).toMatchObject({ read: 0, written: 2048 });
});

test("a prefix by itself is cached from 1,024 tokens on, in steps of 128, per key", () => {
  const use = automaticCache({});
  const prompt = "x".repeat(4 * 1300);
  expect(use(prompt, "a", 0, 0)).toEqual({ total: 1300, read: 0, written: 0 });
  expect(use(`${prompt}tail`, "a", 1, 1)).toMatchObject({ read: 1280 });
  expect(use(`${"x".repeat(4 * 1100)}${"y".repeat(4000)}`, "a", 2, 2)).toMatchObject({ read: 1024 });
  expect(use(prompt, "b", 3, 3)).toMatchObject({ read: 0 });
  expect(use("x".repeat(4 * 1000), "a", 4, 4)).toMatchObject({ read: 0 });
});

test("a limit lets a second's calls through and says how long to wait", async () => {
  let now = 0;
  await using server = await startOpenaiServer({ requestsPerSecond: 2, now: () => now });
  const call = () => openaiAt(server.url).responses.create({ model: "m", input: "hi" });
  await call();
  await call();
  const refused = await call().catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429 });
  expect((refused as { headers: Headers }).headers.get("retry-after-ms")).toBe("500");
  now = 500;
  await call();
  expect(server.requests.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  expect(server.billed.calls).toBe(3);
});

test("latency is waited for and calls overlap", async () => {
  await using server = await startAnthropicServer({ latency: 60 });
  const body = { model: "m", max_tokens: 5, messages: [{ role: "user" as const, content: "hi" }] };
  const start = performance.now();
  await Promise.all([1, 2, 3].map(() => anthropicAt(server.url).messages.create(body)));
  expect(performance.now() - start).toBeGreaterThanOrEqual(59);
  expect(server.load).toEqual({ current: 0, most: 3 });
});

test("Anthropic's SDK runs a batch: every outcome, results in another order", async () => {
  const outcomes = ["succeeded", "errored", "expired", "canceled"] as const;
  await using server = await startAnthropicServer({
    answer: ({ messages }) => `to ${messages[0]!.text}`,
    batch: { polls: 2, outcome: (id) => outcomes[Number(id.slice(1))]! },
  });
  const { batches } = anthropicAt(server.url).messages;
  const requests = outcomes.map((outcome, i) => ({
    custom_id: `n${i}`,
    params: { model: "m", max_tokens: 5, messages: [{ role: "user" as const, content: outcome }] },
  }));
  const { id, processing_status } = await batches.create({ requests });
  expect(processing_status).toBe("in_progress");
  expect((await batches.retrieve(id)).results_url).toBeNull();
  expect(await batches.retrieve(id)).toMatchObject({
    processing_status: "ended",
    request_counts: { succeeded: 1, errored: 1, expired: 1, canceled: 1, processing: 0 },
  });
  const results = [];
  for await (const line of await batches.results(id)) results.push(line);
  expect(results.map((line) => line.custom_id)).toEqual(["n3", "n2", "n1", "n0"]);
  expect(results[3]!.result).toMatchObject({
    type: "succeeded",
    message: { content: [{ text: "to succeeded" }] },
  });
  await expect(batches.create({ requests: [requests[0]!, requests[0]!] })).rejects.toMatchObject({
    status: 400,
  });
  const second = await batches.create({ requests });
  expect((await batches.cancel(second.id)).request_counts.canceled).toBe(4);
});

test("OpenAI's SDK runs a batch: files up and down, successes and errors apart", async () => {
  await using server = await startOpenaiServer({
    answer: ({ messages }) => `to ${messages[0]!.text}`,
    batch: { outcome: (id) => (id === "b" ? "errored" : id === "c" ? "expired" : "succeeded") },
  });
  const client = openaiAt(server.url);
  const line = (custom_id: string) => ({
    ...{ custom_id, method: "POST", url: "/v1/responses" },
    body: { model: "m", input: [{ role: "user", content: `é ${custom_id}` }] },
  });
  const text = ["a", "b", "c"].map((id) => JSON.stringify(line(id))).join("\n");
  const file = await client.files.create({
    file: await toFile(Buffer.from(text), "b.jsonl"),
    purpose: "batch",
  });
  const made = { input_file_id: file.id, endpoint: "/v1/responses", completion_window: "24h" } as const;
  const { id, status } = await client.batches.create(made);
  expect(status).toBe("validating");
  const done = await client.batches.retrieve(id);
  expect(done).toMatchObject({ status: "completed", request_counts: { total: 3, completed: 1, failed: 2 } });
  const rows = async (fileId: string) =>
    (await (await client.files.content(fileId)).text())
      .trim()
      .split("\n")
      .map((row) => JSON.parse(row));
  expect(await rows(done.output_file_id!)).toMatchObject([
    { custom_id: "a", response: { status_code: 200, body: { output: [{ content: [{ text: "to é a" }] }] } } },
  ]);
  expect(await rows(done.error_file_id!)).toMatchObject([
    { custom_id: "c", error: { code: "batch_expired" } },
    { custom_id: "b", response: { status_code: 400 } },
  ]);
  const second = await client.batches.create(made);
  expect((await client.batches.cancel(second.id)).status).toBe("cancelled");
});
