import Anthropic from "@anthropic-ai/sdk";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { afterEach, describe, expect, test } from "vitest";
import { anInput, result, said, settings, user } from "../testing.ts";
import { createStrategy } from "./index.ts";

// Wire form, block handling and errors, with the vendors' own SDKs against a server of the test. What survives in a
// block cannot be read here.

interface Sent {
  path: string;
  beta: string | undefined;
  body: any;
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that gives one answer, and what it was sent. */
async function serve(status: number, answer: object): Promise<{ url: string; sent: Sent[] }> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      sent.push({
        path: request.url!,
        beta: request.headers["anthropic-beta"] as string,
        body: JSON.parse(text),
      });
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

const conversation = [
  user("Never stop."),
  said("I look.", "c1"),
  result("c1", "fine"),
  said("Done."),
  user("Go on."),
];
const input = anInput(conversation, { directives: "Keep PORT.", focus: "the port", budget: 120_000 });
const block = {
  type: "compaction",
  content: "They said never stop.",
  encrypted_content: "b3BhcXVl",
  signature: "sig",
};

async function anthropic(beta: "edit" | "summarize", status: number, answer: object) {
  const { url, sent } = await serve(status, answer);
  const client = new Anthropic({ apiKey: "test", baseURL: url, maxRetries: 0 });
  const call = (body: Record<string, unknown>) =>
    client.beta.messages.create(body as never) as Promise<unknown>;
  const strategy = createStrategy("anthropic-compact", settings(), {
    anthropic: { call, model: "claude-x", beta },
  });
  return { strategy, sent, outcome: await strategy.compact(input) };
}

describe("anthropic-compact", () => {
  const good = { type: "message", role: "assistant", content: [block], stop_reason: "compaction", usage: {} };
  const instructions = "Summarise.\n\nKeep PORT.\n\nthe port";

  test("as an edit asks for a pause after the block, and sends the conversation in the API's form", async () => {
    const { sent } = await anthropic("edit", 200, good);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ path: "/v1/messages", beta: "compact-2026-01-12" });
    expect(sent[0]!.body).toMatchObject({
      model: "claude-x",
      context_management: {
        edits: [
          {
            type: "compact_20260112",
            trigger: { type: "input_tokens", value: 120_000 },
            instructions,
            pause_after_compaction: true,
          },
        ],
      },
    });
    expect(sent[0]!.body).not.toHaveProperty("compaction");
    expect(sent[0]!.body.messages).toEqual([
      { role: "user", content: "Never stop." },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "c1", name: "read", input: { path: "c1.ts" } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "fine" }] },
      { role: "assistant", content: "Done." },
      { role: "user", content: "Go on." },
    ]);
  });

  test("on its own is not combined with an edit", async () => {
    const { sent } = await anthropic("summarize", 200, good);
    expect(sent[0]).toMatchObject({ beta: "compact-2026-09-04" });
    expect(sent[0]!.body.compaction).toEqual({ type: "summarize", instructions });
    expect(sent[0]!.body).not.toHaveProperty("context_management");
  });

  test("sends the block back first and unchanged, and the open request after it; survival is not observable", async () => {
    const { outcome, strategy } = await anthropic("edit", 200, good);
    expect(strategy.observable).toBe(false);
    expect(outcome).toMatchObject({
      kind: "compacted",
      messages: [{ role: "assistant", content: block.content }, user("Go on.")],
      summaries: [0],
      opaque: [
        { role: "assistant", content: [block] },
        { role: "user", content: "Go on." },
      ],
    });
  });

  test.each<[string, object, RegExp]>([
    ["a block without content", { ...good, content: [{ ...block, content: null }] }, /failed to summarise/],
    [
      "no block",
      { ...good, content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn" },
      /did not compact/,
    ],
    ["two blocks", { ...good, content: [block, block] }, /2 compaction blocks/],
    ["another stop", { ...good, stop_reason: "max_tokens" }, /"max_tokens"/],
  ])("fails with %s", async (_, answer, reason) => {
    const { outcome } = await anthropic("edit", 200, answer);
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringMatching(reason) as string });
  });

  test.each<[number, string]>([
    [400, "compaction_signature_invalid"],
    [400, "compaction_nothing_to_summarize"],
    [529, "overloaded_error"],
  ])("fails with a typed error, %i %s", async (status, type) => {
    const { outcome } = await anthropic("summarize", status, {
      type: "error",
      error: { type, message: "no" },
    });
    expect(outcome).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining(`${type}: no`) as string,
    });
  });

  test("has nothing to do right after", async () => {
    const { strategy, outcome } = await anthropic("edit", 200, good);
    if (outcome.kind !== "compacted") throw new Error(outcome.reason);
    const [first] = outcome.messages;
    const again = { ...input, messages: [first!], summaries: new Set([first!]) };
    expect(strategy.idle!(again)).not.toBeNull();
  });
});

async function openai(form: "compact" | "context" | "trigger", status: number, answer: object) {
  const { url, sent } = await serve(status, answer);
  const client = new OpenAI({ apiKey: "test", baseURL: url, maxRetries: 0 });
  const call = (endpoint: "compact" | "create", body: Record<string, unknown>): Promise<unknown> =>
    endpoint === "compact"
      ? client.responses.compact(body as never)
      : (client.responses.create(body as never) as Promise<unknown>);
  const strategy = createStrategy("openai-compact", settings(), { openai: { call, model: "gpt-x", form } });
  return { strategy, sent, outcome: await strategy.compact(input) };
}

describe("openai-compact", () => {
  const item = { type: "compaction", id: "cmp_1", encrypted_content: "b3BhcXVl" };
  const said1 = { type: "message", role: "user", content: [{ type: "input_text", text: "Never stop." }] };
  const good = { id: "r", object: "response.compaction", output: [said1, item], usage: {} };
  const items = [
    { role: "user", content: "Never stop." },
    { role: "assistant", content: "I look." },
    { type: "function_call", call_id: "c1", name: "read", arguments: '{"path":"c1.ts"}' },
    { type: "function_call_output", call_id: "c1", output: "fine" },
    { role: "assistant", content: "Done." },
    { role: "user", content: "Go on." },
  ];

  test("by its endpoint sends the items and the instructions", async () => {
    const { sent } = await openai("compact", 200, good);
    expect(sent[0]!.path).toBe("/responses/compact");
    expect(sent[0]!.body).toEqual({
      model: "gpt-x",
      instructions: "Summarise.\n\nKeep PORT.\n\nthe port",
      input: items,
    });
  });

  test("by context management sets a threshold", async () => {
    const { sent } = await openai("context", 200, good);
    expect(sent[0]!.path).toBe("/responses");
    expect(sent[0]!.body.context_management).toEqual([{ type: "compaction", compact_threshold: 120_000 }]);
    expect(sent[0]!.body.input).toEqual(items);
  });

  test("by a trigger ends the input with its item", async () => {
    const { sent } = await openai("trigger", 200, good);
    expect(sent[0]!.body.input).toEqual([...items, { type: "compaction_trigger" }]);
    expect(sent[0]!.body).not.toHaveProperty("context_management");
  });

  test("sends the item back first and unchanged, and the open request after it; survival is not observable", async () => {
    const { outcome, strategy } = await openai("compact", 200, good);
    expect(strategy.observable).toBe(false);
    expect(outcome).toMatchObject({ kind: "compacted", opaque: [item, items[5]], summaries: [0] });
  });

  test.each<[string, object, RegExp]>([
    ["no item", { ...good, output: [] }, /no compaction item/],
    ["an empty item", { ...good, output: [{ ...item, encrypted_content: "" }] }, /empty/],
    ["two items", { ...good, output: [item, item] }, /2 compaction items/],
  ])("fails with %s", async (_, answer, reason) => {
    const { outcome } = await openai("compact", 200, answer);
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringMatching(reason) as string });
  });

  test("fails with an error of the server", async () => {
    const { outcome } = await openai("compact", 500, { error: { type: "server_error", message: "boom" } });
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringContaining("500") as string });
  });
});

test("a server-side strategy without its client is a fault of the program", () => {
  expect(() => createStrategy("anthropic-compact", settings())).toThrow(TypeError);
});
