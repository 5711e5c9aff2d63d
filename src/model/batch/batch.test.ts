import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startAnthropicServer, startOpenaiServer, type ServerOptions } from "../testing-servers.ts";
import { aRequest, testKey } from "../testing-models.ts";
import type { ChatOutcome, ChatRequest } from "../types.ts";
import { createBatchModel } from "./create-batch-model.ts";
import { batchSizeOf } from "./index.ts";
import { readJsonLines } from "./read-lines.ts";

interface Vendor {
  name: string;
  start: typeof startAnthropicServer;
  id: string;
  api?: "chat";
}

const openai = { start: startOpenaiServer, id: "openai:gpt-4.1-2025-04-14" };
const each: Vendor[] = [
  { name: "anthropic", start: startAnthropicServer, id: "anthropic:claude-haiku-4-5-20251001" },
  { name: "openai", ...openai },
  { name: "openai, chat", ...openai, api: "chat" },
];

const env = { ANTHROPIC_API_KEY: testKey, OPENAI_API_KEY: testKey };
const asks = (content: string): ChatRequest => aRequest({ messages: [{ role: "user", content }] });

async function open({ start, id, api }: Vendor, options: ServerOptions = {}) {
  const server = await start({ answer: ({ messages }) => `re: ${messages.at(-1)!.text}`, ...options });
  const settings = { id, baseUrl: server.url, ...(api === undefined ? {} : { api }) };
  const model = createBatchModel(settings, { env });
  const submit = async (...contents: string[]) => {
    const items = contents.map((content) => ({ customId: `id-${content}`, request: asks(content) }));
    const outcome = await model.submit(items);
    if (outcome.kind !== "submitted") throw new Error(outcome.reason);
    return outcome.batch;
  };
  const read = async (batch: string) => {
    const results: Record<string, ChatOutcome> = {};
    const end = await model.read(batch, (id, outcome) => void (results[id] = outcome));
    return { end, results };
  };
  return { server, model, submit, read };
}

test.each(each)("$name: requests go out together, and answers are matched by their ids", async (vendor) => {
  const { server, model, submit, read } = await open(vendor, { batch: { polls: 2 } });
  await using _ = server;
  const batch = await submit("a", "b", "c");
  expect(await model.check(batch)).toEqual({ kind: "running" });
  expect(await model.check(batch)).toEqual({ kind: "ended" });
  const { end, results } = await read(batch);
  expect(end).toEqual({ kind: "read" });
  // The server gives them in reverse.
  expect(Object.keys(results)).toEqual(["id-c", "id-b", "id-a"]);
  for (const content of ["a", "b", "c"]) {
    expect(results[`id-${content}`]).toMatchObject({ kind: "answer", text: `re: ${content}`, batch: true });
    expect((results[`id-${content}`] as { usage: object }).usage).toMatchObject({ cacheRead: 0 });
  }
  expect(JSON.stringify(server.requests.map(({ body, raw }) => [body, raw]))).not.toContain(testKey);
});

test.each(each)(
  "$name: the system text arrives byte for byte, and no stream is asked for",
  async (vendor) => {
    const system = "\ufeff {{ env.HOME }} {# no #}\r\n</script> é😀 \t\n\n";
    let seen: string | undefined;
    const { server, model } = await open(vendor, {
      answer: (asked) => ((seen = asked.system), asked.body.stream === undefined ? "whole" : "streamed"),
    });
    await using _ = server;
    const outcome = await model.submit([{ customId: "x", request: aRequest({ system }) }]);
    const batch = (outcome as { batch: string }).batch;
    await model.check(batch);
    const texts: string[] = [];
    await model.read(batch, (_id, one) => void texts.push(one.kind === "answer" ? one.text : one.reason));
    expect([seen, texts]).toEqual([system, ["whole"]]);
  },
);

test.each(each)(
  "$name: of a batch that failed in parts, each request has its own outcome",
  async (vendor) => {
    const fates = { "id-a": "succeeded", "id-b": "errored", "id-c": "expired", "id-d": "canceled" } as const;
    const outcome = (id: string) => fates[id as keyof typeof fates];
    const { server, model, submit, read } = await open(vendor, { batch: { outcome } });
    await using _ = server;
    const batch = await submit("a", "b", "c", "d");
    await model.check(batch);
    const { results } = await read(batch);
    expect(
      Object.entries(results)
        .toSorted()
        .map(([id, { kind }]) => [id, kind]),
    ).toEqual([
      ["id-a", "answer"],
      ["id-b", "unmeasured"],
      ["id-c", "unmeasured"],
      ["id-d", "unmeasured"],
    ]);
    expect(results["id-b"]).toMatchObject({ cause: "request", reason: expect.stringContaining("refused") });
    expect(results["id-c"]).toMatchObject({ reason: expect.stringMatching(/before it answered.*expired/) });
    expect(results["id-d"]).toMatchObject({
      reason: expect.stringMatching(/before it answered.*cancell?ed/),
    });
  },
);

test("a batch of OpenAI's that fails as a whole says why, and has no results", async () => {
  const { server, model, submit, read } = await open(each[1]!, { batch: { status: "failed" } });
  await using _ = server;
  const batch = await submit("a");
  expect(await model.check(batch)).toEqual({ kind: "ended", problem: "a line is not valid" });
  expect(await read(batch)).toEqual({ end: { kind: "read" }, results: {} });
});

test.each(each)("$name: failures are told apart as those of calls, without the key", async ({ id, api }) => {
  const says = (status: number) => async () =>
    Response.json({ error: { message: `no, ${testKey}`, type: "some_error" } }, { status });
  const broken = async () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
  };
  const outcomes = [];
  for (const fetch of [says(401), says(429), says(500), says(400), broken]) {
    const settings = { id, baseUrl: "http://127.0.0.1:9", ...(api === undefined ? {} : { api }) };
    const model = createBatchModel(settings, { env, fetch });
    outcomes.push(await model.submit([{ customId: "x", request: asks("x") }]));
  }
  expect(outcomes.map((one) => one.kind === "unmeasured" && one.cause)).toEqual([
    ...["provider", "limit", "server", "request", "network"],
  ]);
  expect(JSON.stringify(outcomes)).not.toContain(testKey);
});

test("a long upload is not taken for a server that does not answer; one without an end is", async () => {
  const slow = async (_url: unknown, init: RequestInit = {}) => {
    await sleep(60, undefined, { signal: init.signal! });
    return Response.json({ id: "msgbatch_1" });
  };
  const submit = (timeouts: object) =>
    createBatchModel(
      { id: each[0]!.id, baseUrl: "http://127.0.0.1:9", timeouts },
      { env, fetch: slow },
    ).submit([{ customId: "x", request: asks("x") }]);
  expect(await submit({ connect: 0.02 })).toEqual({ kind: "submitted", batch: "msgbatch_1" });
  expect(await submit({ total: 0.02 })).toMatchObject({ kind: "unmeasured", cause: "network" });
});

test("a batch that is not known is a failure of the request; results of another host are not fetched", async () => {
  const { server, model, read } = await open(each[0]!);
  await using _ = server;
  expect(await model.check("msgbatch_9")).toMatchObject({ kind: "unmeasured", cause: "request" });
  expect((await read("../messages")).end).toMatchObject({ kind: "unmeasured" });
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/v1/messages/batches/msgbatch_9",
    "/v1/messages/batches/..%2Fmessages/results",
  ]);
});

test("what the interface cannot be told is refused before anything is sent", () => {
  const model = createBatchModel({ id: each[0]!.id }, { env });
  expect(model.refuse(aRequest())).toBeUndefined();
  expect(model.refuse(aRequest({ parameters: { seed: 1 } }))).toMatchObject({ cause: "request" });
  expect(batchSizeOf("compatible:local")).toBeUndefined();
  expect(batchSizeOf("openai:any")!.requests).toBe(50_000);
});

test("lines are read whole, wherever the body is cut", async () => {
  const text = '{"a":"é😀"}\n\n{"b":2}';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size++) {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const values: unknown[] = [];
    for await (const value of readJsonLines(new Response(body))) values.push(value);
    expect(values).toEqual([{ a: "é😀" }, { b: 2 }]);
  }
});
