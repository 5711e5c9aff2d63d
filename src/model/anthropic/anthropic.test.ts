import type { Messages } from "@anthropic-ai/sdk/resources/messages";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { aRequest, answered, modelAt, testKey, unmeasured } from "../testing-models.ts";
import { startAnthropicServer } from "../testing-servers.ts";
import type { ChatMessage, ChatRequest } from "../types.ts";
import { messageParams } from "./build-message.ts";
import { collectMessage } from "./collect-message.ts";
import { outcomeOfMessage } from "./read-message.ts";

const settings = { id: "anthropic:claude-haiku-4-5-20251001" };
const hostile = "\ufeff {{ env.HOME }} {# no #} ${{ secrets.X }} 50% done\r\n---\n</script> \u0000é😀 \t\n\n";
const mark = { cache_control: { type: "ephemeral" } };

test("the system text arrives byte for byte, cut where cached tiers end, with the key in its header only", async () => {
  await using server = await startAnthropicServer();
  const core = `${hostile}${"rule ".repeat(500)}\n\n`;
  const request = aRequest({ system: `${core}profile\n\nturn ${hostile}`, cacheBreaks: [core.length] });
  answered(await modelAt(server, settings).answer(request));
  const [seen] = server.requests;
  expect(seen!.body.system).toEqual([
    { type: "text", text: core, ...mark },
    { type: "text", text: request.system.slice(core.length) },
  ]);
  expect(seen!.headers.authorization).toBe(`Bearer ${testKey}`);
  expect(seen!.raw).not.toContain(testKey);
  expect(seen!.body).toMatchObject({
    ...{ model: "claude-haiku-4-5-20251001", max_tokens: 8192, stream: true },
    messages: [{ role: "user", content: "Which package manager is used?" }],
  });
  expect(seen!.body).not.toHaveProperty("tools");
});

test("an answer comes with text, stop, tokens as billed, who served it, and how long it took", async () => {
  await using server = await startAnthropicServer({
    answer: () => ({ text: "Use pnpm </script> é😀\n", reasoning: 7 }),
    latency: 30,
  });
  const outcome = await modelAt(server, settings).answer(aRequest());
  const { latency, ...answer } = answered(outcome);
  expect(answer).toEqual({
    ...{ kind: "answer", text: "Use pnpm </script> é😀\n", stop: "end" },
    // 16 characters of system and 35 of a message with its role, four to a token; 23 characters of text.
    usage: { input: 14, cacheWrite: 0, cacheRead: 0, output: 13, reasoning: 7 },
    servedBy: "claude-haiku-4-5-20251001",
  });
  expect(latency).toBeGreaterThanOrEqual(29);
});

test("the first call writes the cache, the next reads it, and a changed tier reads only what is before it", async () => {
  await using server = await startAnthropicServer();
  const model = modelAt(server, settings);
  const core = "c".repeat(8000);
  const ask = async (profile: string) => {
    const request = aRequest({ system: `${core}${profile}turn`, cacheBreaks: [8000, 8000 + profile.length] });
    const { input, cacheWrite, cacheRead } = answered(await model.answer(request)).usage!;
    return { input, cacheWrite, cacheRead };
  };
  const question = 1 + 9; // "turn", and the message with its role
  expect(await ask("p".repeat(4000))).toEqual({ input: question, cacheWrite: 3000, cacheRead: 0 });
  expect(await ask("p".repeat(4000))).toEqual({ input: question, cacheWrite: 0, cacheRead: 3000 });
  expect(await ask("q".repeat(4000))).toEqual({ input: question, cacheWrite: 1000, cacheRead: 2000 });
});

test("tools go before the system text, calls and results both ways, results of one step in one turn", async () => {
  await using server = await startAnthropicServer({
    answer: ({ messages }) =>
      messages.length === 1
        ? {
            text: "I look.",
            toolCalls: [{ id: "a", name: "read", arguments: { path: "x", n: [1, { y: "é" }] } }],
          }
        : "done",
  });
  const model = modelAt(server, settings);
  const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  const tools = [{ name: "read", description: "Reads.", schema }, { name: "stop" }];
  const first = answered(await model.answer(aRequest({ tools })));
  expect(first).toMatchObject({
    ...{ text: "I look.", stop: "tool" },
    toolCalls: [{ id: "a", name: "read", arguments: { path: "x", n: [1, { y: "é" }] } }],
  });
  const messages: ChatMessage[] = [
    { role: "user", content: "go" },
    {
      role: "assistant",
      content: first.text,
      toolCalls: [...first.toolCalls!, { id: "b", name: "stop", arguments: "{" }],
    },
    { role: "tool", callId: "a", content: "text of x" },
    { role: "tool", callId: "b", content: "no", isError: true },
    { role: "user", content: "and?" },
  ];
  answered(await model.answer(aRequest({ tools, messages })));
  const { body } = server.requests[1]!;
  expect(body.tools).toEqual([
    { name: "read", description: "Reads.", input_schema: schema },
    { name: "stop", input_schema: { type: "object", properties: {} } },
  ]);
  expect(body.messages.slice(1)).toEqual([
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool_use", id: "a", name: "read", input: { path: "x", n: [1, { y: "é" }] } },
        { type: "tool_use", id: "b", name: "stop", input: { invalid: "{" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "text of x" },
        { type: "tool_result", tool_use_id: "b", content: "no", is_error: true },
        { type: "text", text: "and?" },
      ],
    },
  ]);
});

test("a tool loop's history takes a mark that the system text leaves", () => {
  const system = "s".repeat(9000);
  const messages: ChatMessage[] = [
    { role: "user", content: "go" },
    { role: "assistant", content: "", toolCalls: [{ id: "a", name: "read", arguments: {} }] },
    { role: "tool", callId: "a", content: "found" },
  ];
  const last = (cacheBreaks: number[]) =>
    messageParams(aRequest({ system, messages, cacheBreaks }), settings).messages.at(-1)!.content;
  const result = { type: "tool_result", tool_use_id: "a", content: "found" };
  expect(last([9000])).toEqual([{ ...result, ...mark }]);
  expect(last([5000, 6000, 7000, 9000])).toEqual([result]);
  expect(last([])).toEqual([result]);
});

test("a begun answer, a schema, effort and a limit are sent as this interface names them", async () => {
  await using server = await startAnthropicServer({ answer: () => '"}' });
  const schema = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
  const request = aRequest({
    messages: [
      { role: "user", content: "go" },
      { role: "assistant", content: '{"a": "' },
    ],
    output: { name: "out", schema },
    parameters: { effort: "low", maxTokens: 50 },
  });
  expect(answered(await modelAt(server, settings).answer(request)).text).toBe('"}');
  expect(server.requests[0]!.body).toMatchObject({
    messages: [{}, { role: "assistant", content: '{"a": "' }],
    output_config: { effort: "low", format: { type: "json_schema", schema } },
    max_tokens: 50,
  });
});

test("a truncated answer is an answer, a refusal too, a filter's stop is not", async () => {
  await using server = await startAnthropicServer({
    answer: ({ messages }) => ({
      text: "partly",
      stop: messages[0]!.text as "length" | "refusal" | "filtered",
    }),
  });
  const model = modelAt(server, settings);
  const ask = (content: string) => model.answer(aRequest({ messages: [{ role: "user", content }] }));
  expect(await ask("length")).toMatchObject({ kind: "answer", text: "partly", stop: "length" });
  expect(await ask("refusal")).toMatchObject({ kind: "answer", text: "partly", stop: "refusal" });
  const filtered = unmeasured(await ask("filtered"));
  expect(filtered.cause).toBe("request");
  expect(filtered.reason).toContain("filter");
});

test("what the interface cannot be told is a failure of the request, and no call is made", async () => {
  await using server = await startAnthropicServer();
  const model = modelAt(server, settings);
  const ask = async (changes: Partial<ChatRequest>) => unmeasured(await model.answer(aRequest(changes)));
  const failures = [
    await ask({ parameters: { temperature: 0 } }),
    await ask({ parameters: { seed: 1 } }),
    await ask({ tools: [{ name: "not a name" }] }),
    await ask({ tools: [{ name: "t", schema: { type: "string" } }] }),
    await ask({ messages: [{ role: "tool", callId: "nobody", content: "" }] }),
  ];
  expect(failures.map(({ cause }) => cause)).toEqual(Array(5).fill("request"));
  expect(new Set(failures.map(({ reason }) => reason)).size).toBe(5);
  expect(server.requests).toEqual([]);
});

test("whatever the system text and its tier ends, its blocks joined are the text and at most four are marked", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 7 }), (system, cacheBreaks) => {
      const { system: blocks = [] } = messageParams(aRequest({ system, cacheBreaks }), {
        ...settings,
        cacheMinimum: 0,
      });
      const list = blocks as { text: string; cache_control?: object }[];
      expect(list.map((block) => block.text).join("")).toBe(system);
      expect(list.filter((block) => block.cache_control).length).toBeLessThanOrEqual(4);
    }),
    { numRuns: 100 },
  );
});

test("nothing is printed, not even for a model that is to be retired", async () => {
  const written = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
  await using server = await startAnthropicServer({ faults: [{ kind: "status", status: 500 }] });
  const model = modelAt(server, { id: "anthropic:claude-opus-4-5-20251101" });
  unmeasured(await model.answer(aRequest()));
  answered(await model.answer(aRequest()));
  expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});

test("wherever a stream is cut into pieces, the message is the same", async () => {
  const parts = fc.array(fc.string({ unit: "binary", maxLength: 5 }), { maxLength: 8 });
  const value = fc.jsonValue({ maxDepth: 2 }).map((inner) => JSON.parse(JSON.stringify({ inner })));
  await fc.assert(
    fc.asyncProperty(parts, value, fc.integer({ min: 1, max: 9 }), async (texts, input, size) => {
      const json = JSON.stringify(input);
      const steps = json.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      const events = [
        { type: "message_start", message: { model: "m", content: [], usage: { input_tokens: 3 } } },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        ...texts.map((text) => ({
          type: "content_block_delta",
          index: 0,
          delta: { type: "text_delta", text },
        })),
        {
          type: "content_block_start",
          index: 1,
          content_block: { type: "tool_use", id: "a", name: "n", input: {} },
        },
        ...steps.map((partial_json) => ({
          ...{ type: "content_block_delta", index: 1 },
          delta: { type: "input_json_delta", partial_json },
        })),
        {
          type: "message_delta",
          delta: { stop_reason: "tool_use" },
          usage: { output_tokens: 4, input_tokens: null },
        },
        { type: "message_stop" },
      ];
      const stream = (async function* () {
        yield* events as unknown as Messages.RawMessageStreamEvent[];
      })();
      expect(outcomeOfMessage(await collectMessage(stream))).toMatchObject({
        text: texts.join(""),
        toolCalls: [{ id: "a", name: "n", arguments: input }],
        usage: { input: 3, output: 4 },
      });
    }),
    { numRuns: 50 },
  );
});
