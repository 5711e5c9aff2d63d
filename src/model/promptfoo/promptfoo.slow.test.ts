import { beforeAll, expect, test } from "vitest";
import { createModel } from "../create-model.ts";
import { aRequest, answered, testKey, unmeasured } from "../testing-models.ts";
import { startOpenaiServer } from "../testing-servers.ts";
import type { ChatMessage } from "../types.ts";
import { loadPromptfoo } from "./load-promptfoo.ts";

beforeAll(loadPromptfoo, 120_000);

const hostile = "{{ env.HOME }} {# no #} ${{ secrets.X }}\r\n---\n file://x \ufeff 50% 😀\n";

/** promptfoo's own providers look for keys and addresses in the process's environment. */
async function withServer<T>(server: { url: string }, run: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, { OPENAI_API_KEY: testKey, OPENAI_BASE_URL: server.url });
  try {
    return await run();
  } finally {
    delete process.env["OPENAI_API_KEY"];
    delete process.env["OPENAI_BASE_URL"];
    Object.assign(process.env, before);
  }
}

test("promptfoo's echo gives the chat back as it was sent: no templating, no file, no change of a byte", async () => {
  const messages: ChatMessage[] = [{ role: "user", content: hostile }];
  const outcome = await createModel("promptfoo:echo").answer(aRequest({ system: hostile, messages }));
  expect(JSON.parse(answered(outcome).text)).toEqual([{ role: "system", content: hostile }, ...messages]);
});

test("a provider of promptfoo asks once, byte for byte, each time anew", async () => {
  await using server = await startOpenaiServer({ answer: ({ system }) => `read ${system.length}` });
  await withServer(server, async () => {
    const model = createModel("promptfoo:openai:chat:gpt-4.1");
    const request = aRequest({ system: hostile, parameters: { temperature: 0, maxTokens: 9, seed: 2 } });
    for (const _ of [1, 2]) {
      const answer = answered(await model.answer(request));
      expect(answer.text).toBe(`read ${hostile.length}`);
      expect(answer.usage!.input).toBeGreaterThan(10);
    }
  });
  expect(server.requests).toHaveLength(2);
  expect(server.requests[0]!.body).toMatchObject({ temperature: 0, max_tokens: 9, seed: 2 });
  expect(server.requests[0]!.body.messages[0]).toEqual({ role: "system", content: hostile });
});

test("tools go out and calls come back", async () => {
  await using server = await startOpenaiServer({
    answer: () => ({ toolCalls: [{ id: "a", name: "read", arguments: { path: "x" } }] }),
  });
  const outcome = await withServer(server, () =>
    createModel("promptfoo:openai:chat:gpt-4.1").answer(aRequest({ tools: [{ name: "read" }] })),
  );
  expect(answered(outcome)).toMatchObject({
    stop: "tool",
    toolCalls: [{ id: "a", name: "read", arguments: { path: "x" } }],
  });
  expect(server.requests[0]!.body.tools[0].function.name).toBe("read");
});

test("failures are classified, asked once, and hold no key", async () => {
  const echo = { error: { message: `bad ${testKey}` } };
  await using server = await startOpenaiServer({
    faults: [
      { kind: "status", status: 500, body: echo },
      { kind: "status", status: 401, body: echo },
      { kind: "status", status: 429, body: echo },
    ],
  });
  const failures = await withServer(server, async () => {
    const model = createModel("promptfoo:openai:chat:gpt-4.1");
    const ask = async () => unmeasured(await model.answer(aRequest()));
    return [await ask(), await ask(), await ask()];
  });
  expect(failures.map(({ cause }) => cause)).toEqual(["server", "provider", "limit"]);
  expect(JSON.stringify(failures)).not.toContain(testKey);
  expect(server.requests).toHaveLength(3);
});

test("an unknown provider is a failure, not an exception", async () => {
  const failure = unmeasured(await createModel("promptfoo:no-such-thing:x").answer(aRequest()));
  expect(failure.reason).not.toBe("");
});
