import { describe, expect, test } from "vitest";
import type { ModelSettings } from "../settings.ts";
import { aRequest, answered, modelAt, testKey, unmeasured } from "../testing-models.ts";
import { type ServerAnswer, startOpenaiServer } from "../testing-servers.ts";
import type { ChatMessage, ChatRequest } from "../types.ts";

const responses: ModelSettings = { id: "openai:gpt-5-mini-2025-08-07" };
const chat: ModelSettings = { id: "openai:gpt-4.1-2025-04-14", api: "chat" };
const local: ModelSettings = { id: "compatible:qwen3:8b" };
const hostile = "\ufeff {{ env.HOME }} {# no #} ${{ secrets.X }} 50% done\r\n---\n</script> \u0000é😀 \t\n\n";
const schema = { type: "object", properties: { path: { type: "string" } } };
const conversation: ChatMessage[] = [
  { role: "user", content: "go" },
  { role: "assistant", content: "I look.", toolCalls: [{ id: "a", name: "read", arguments: { path: "é" } }] },
  { role: "tool", callId: "a", content: "found" },
];

describe.each([
  ["Responses", responses],
  ["Chat Completions", chat],
  ["a compatible server", local],
])("%s", (_name, settings) => {
  const answerOnce = async (answer: ServerAnswer, changes: Partial<ChatRequest> = {}) => {
    await using server = await startOpenaiServer({ answer: () => answer });
    const outcome = await modelAt(server, settings).answer(aRequest(changes));
    return { outcome, seen: server.requests[0]! };
  };

  test("an answer comes with text, stop, tokens that do not overlap, and who served it", async () => {
    await using server = await startOpenaiServer({
      answer: () => ({ text: "Use pnpm </script> é😀\n", reasoning: 7 }),
    });
    const model = modelAt(server, settings);
    const request = aRequest({ system: "s".repeat(9000), cacheKey: "k" });
    const first = answered(await model.answer(request));
    expect(first).toMatchObject({ text: "Use pnpm </script> é😀\n", stop: "end" });
    expect(first.servedBy).toBe(settings.id.slice(settings.id.indexOf(":") + 1));
    expect(first.latency).toBeGreaterThanOrEqual(0);
    const second = answered(await model.answer(request));
    expect(first.usage).toMatchObject({ cacheRead: 0, output: 13, reasoning: 7 });
    // 2,176 tokens are the longest multiple of 128 within 9,000 characters and a little more.
    expect(second.usage).toMatchObject({ cacheRead: expect.closeTo(2176, -3), cacheWrite: 0, output: 13 });
    expect(second.usage!.cacheRead % 128).toBe(0);
    expect(second.usage!.input + second.usage!.cacheRead).toBe(first.usage!.input);
    expect(server.billed.input).toBe(first.usage!.input + second.usage!.input);
  });

  test("tool calls come back parsed, invalid JSON as it is", async () => {
    const { outcome } = await answerOnce({
      toolCalls: [
        { id: "a", name: "read", arguments: { path: "é", n: [1] } },
        { id: "b", name: "stop", arguments: "{broken" },
      ],
    });
    expect(answered(outcome)).toMatchObject({
      ...{ text: "", stop: "tool" },
      toolCalls: [
        { id: "a", name: "read", arguments: { path: "é", n: [1] } },
        { id: "b", name: "stop", arguments: "{broken" },
      ],
    });
  });

  test("a truncated answer is an answer, a refusal too, a filter's stop is not", async () => {
    const stopOf = async (stop: "length" | "refusal" | "filtered") =>
      (await answerOnce({ text: "partly", stop })).outcome;
    expect(await stopOf("length")).toMatchObject({ kind: "answer", text: "partly", stop: "length" });
    expect(await stopOf("refusal")).toMatchObject({ kind: "answer", text: "partly", stop: "refusal" });
    expect(unmeasured(await stopOf("filtered"))).toMatchObject({ cause: "request" });
  });

  test("texts arrive byte for byte and the key stands in its header only", async () => {
    const messages: ChatMessage[] = [{ role: "user", content: hostile }];
    const { seen } = await answerOnce({ text: "ok" }, { system: hostile, messages });
    const { instructions, input, messages: sent } = seen.body;
    const system = instructions ?? sent[0].content;
    expect(system).toBe(hostile);
    expect((input ?? sent).at(-1)).toEqual({ role: "user", content: hostile });
    expect(seen.raw).not.toContain(testKey);
  });
});

test("Responses gets what it knows, in its own words, and keeps nothing", async () => {
  await using server = await startOpenaiServer();
  const request = aRequest({
    messages: conversation,
    tools: [{ name: "read", description: "Reads.", schema }],
    cacheKey: "ns:1",
    output: { name: "out", schema },
    parameters: { temperature: 0.2, maxTokens: 50, effort: "low" },
  });
  answered(await modelAt(server, responses).answer(request));
  expect(server.requests[0]!.path).toBe("/v1/responses");
  expect(server.requests[0]!.body).toEqual({
    ...{ model: "gpt-5-mini-2025-08-07", instructions: "You are careful.\n", stream: true, store: false },
    input: [
      { role: "user", content: "go" },
      { role: "assistant", content: "I look." },
      { type: "function_call", call_id: "a", name: "read", arguments: '{"path":"é"}' },
      { type: "function_call_output", call_id: "a", output: "found" },
    ],
    tools: [{ type: "function", name: "read", description: "Reads.", strict: false, parameters: schema }],
    ...{ prompt_cache_key: "ns:1", temperature: 0.2, max_output_tokens: 50, reasoning: { effort: "low" } },
    text: { format: { type: "json_schema", name: "out", strict: true, schema } },
  });
});

const completion = {
  messages: [
    {},
    { role: "user", content: "go" },
    {
      ...{ role: "assistant", content: "I look." },
      tool_calls: [{ id: "a", type: "function", function: { name: "read", arguments: '{"path":"é"}' } }],
    },
    { role: "tool", tool_call_id: "a", content: "found" },
  ],
  tools: [{ type: "function", function: { name: "read", parameters: schema } }],
  response_format: { type: "json_schema", json_schema: { name: "out", strict: true, schema } },
  ...{ temperature: 0, seed: 3, reasoning_effort: "low", stream_options: { include_usage: true } },
};
const everything = aRequest({
  messages: conversation,
  tools: [{ name: "read", schema }],
  cacheKey: "ns:1",
  output: { name: "out", schema },
  parameters: { temperature: 0, maxTokens: 50, effort: "low", seed: 3 },
});

test("Chat Completions gets a system message, a cache key and OpenAI's own token limit", async () => {
  await using server = await startOpenaiServer();
  answered(await modelAt(server, chat).answer(everything));
  const { body, path } = server.requests[0]!;
  expect(path).toBe("/v1/chat/completions");
  expect(body).toMatchObject({
    ...completion,
    max_completion_tokens: 50,
    prompt_cache_key: "ns:1",
    store: false,
  });
  expect(body.messages[0]).toEqual({ role: "system", content: "You are careful.\n" });
});

test("a compatible server gets a system message, the older limit, nothing only OpenAI has, and no key it did not ask for", async () => {
  await using server = await startOpenaiServer();
  answered(await modelAt(server, local).answer(everything));
  const { body, headers } = server.requests[0]!;
  expect(body).toMatchObject({ ...completion, model: "qwen3:8b", max_tokens: 50 });
  expect(body.messages[0]).toEqual({ role: "system", content: "You are careful.\n" });
  for (const field of ["prompt_cache_key", "store", "max_completion_tokens"])
    expect(body).not.toHaveProperty(field);
  expect(headers.authorization).toBeUndefined();
  const keyed = { ...local, keyFrom: { env: "OPENAI_API_KEY" } };
  answered(await modelAt(server, keyed).answer(aRequest()));
  expect(server.requests[1]!.headers.authorization).toBe(`Bearer ${testKey}`);
});

test("a begun answer goes to a local server, and not to OpenAI, which would begin anew", async () => {
  await using server = await startOpenaiServer();
  const request = aRequest({
    messages: [
      { role: "user", content: "go" },
      { role: "assistant", content: "It is " },
    ],
  });
  answered(await modelAt(server, local).answer(request));
  expect(server.requests[0]!.body.messages.at(-1)).toEqual({ role: "assistant", content: "It is " });
  expect(unmeasured(await modelAt(server, responses).answer(request)).reason).toContain("prefill");
  expect(unmeasured(await modelAt(server, chat).answer(request)).cause).toBe("request");
  expect(server.requests).toHaveLength(1);
});

test("a server that does not stream is read all the same", async () => {
  for (const settings of [responses, chat, local]) {
    await using server = await startOpenaiServer({ answer: () => "whole", faults: [{ kind: "no-stream" }] });
    expect(await modelAt(server, settings).answer(aRequest())).toMatchObject({
      kind: "answer",
      text: "whole",
    });
  }
});
