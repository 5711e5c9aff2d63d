import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelSettings } from "./settings.ts";
import { aRequest, answered, modelAt, unmeasured } from "./testing-models.ts";

/*
 * Our own test servers share our idea of the wire. This one was written by others, from the vendors' real traffic.
 */

const mock = new LLMock({ port: 0, chunkSize: 5 });

beforeAll(async () => {
  const call = { toolCalls: [{ id: "call_1", name: "read", arguments: '{"path":"é"}' }] };
  const system = "You are careful.";
  mock
    .on({ userMessage: "read it", systemMessage: system, hasToolResult: false }, call)
    .on({ toolCallId: "call_1" }, { content: "It says found." })
    .on(
      { userMessage: "be slow" },
      { error: { message: "slow down", type: "rate_limit_error" }, status: 429, retryAfter: 2 },
    )
    .on(
      { userMessage: "break" },
      { content: "This answer will be cut somewhere." },
      { truncateAfterChunks: 2 },
    )
    .on({ userMessage: "go on" }, { content: "This goes on and on", finishReason: "length" })
    .on(
      { userMessage: "Which package manager", systemMessage: system },
      { content: "Use pnpm </script> é😀." },
    );
  await mock.start();
});
afterAll(() => mock.stop());

const wires: [string, string, ModelSettings][] = [
  ["Responses", "/v1", { id: "openai:gpt-5-mini" }],
  ["Chat Completions", "/v1", { id: "openai:gpt-4.1", api: "chat" }],
  ["a compatible server", "/v1", { id: "compatible:local" }],
  ["Anthropic", "", { id: "anthropic:claude-haiku-4-5" }],
];

describe.each(wires)("%s, as another project serves it", (_name, base, settings) => {
  const model = () => modelAt({ url: mock.url + base }, settings);
  const say = (content: string) => aRequest({ messages: [{ role: "user", content }] });

  test("an answer", async () => {
    const answer = answered(await model().answer(aRequest()));
    expect(answer).toMatchObject({ text: "Use pnpm </script> é😀.", stop: "end" });
    expect(answer.usage).toMatchObject({ input: expect.any(Number), output: expect.any(Number) });
  });

  test("a tool call, its result, and what follows", async () => {
    const tools = [{ name: "read", schema: { type: "object", properties: { path: { type: "string" } } } }];
    const first = answered(await model().answer({ ...say("read it"), tools }));
    expect(first).toMatchObject({
      stop: "tool",
      toolCalls: [{ id: "call_1", name: "read", arguments: { path: "é" } }],
    });
    const second = await model().answer({
      ...say("read it"),
      tools,
      messages: [
        { role: "user", content: "read it" },
        { role: "assistant", content: first.text, toolCalls: first.toolCalls! },
        { role: "tool", callId: "call_1", content: "found" },
      ],
    });
    expect(answered(second)).toMatchObject({ text: "It says found.", stop: "end" });
  });

  test("a limit, with its wait", async () => {
    const failure = unmeasured(await model().answer(say("be slow")));
    expect(failure).toMatchObject({ cause: "limit", retryAfter: 2000 });
    expect(failure.reason).toContain("slow down");
  });

  test("a truncated answer", async () => {
    expect(answered(await model().answer(say("go on")))).toMatchObject({ stop: "length" });
  });

  test("a stream that is cut", async () => {
    expect(unmeasured(await model().answer(say("break")))).toMatchObject({ cause: "network" });
  });
});
