import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { testKey } from "../model/testing-models.ts";
import { startAnthropicServer, startOpenaiServer } from "../model/testing-servers.ts";
import { aRepository, strata } from "./testing.ts";
import { filesBelow, gpt, haiku, keys, knowsPort, onLoopback } from "./testing-models.ts";
import { readRun } from "./testing-run.ts";

const io = { env: keys };

const judged = "      - type: llm-rubric\n        value: names the port";

test("a judging model that nobody named makes the suite invalid; a named one is asked, counted and priced apart", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using grader = await startOpenaiServer({
    answer: () => '{"pass": true, "score": 1, "reason": "it does"}',
  });
  const suite = { allow: ["llm-rubric"] };
  await using invalid = await aRepository(onLoopback({ anthropic: server }, { suite, assert: judged }));
  const refused = await strata(invalid.path, ["eval"], io);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/evals\/default\.yaml:1 .*grader: provider:model/),
  ]);
  await using repository = await aRepository(
    onLoopback({ anthropic: server, openai: grader }, { suite: { ...suite, grader: gpt }, assert: judged }),
  );
  const { code, stdout } = await strata(repository.path, ["eval"], io);
  // Both profiles answer the same, so the judge is asked once.
  expect([code, server.requests.length, grader.requests.length]).toEqual([0, 2, 1]);
  expect(stdout).toMatch(/of it \$0\.\d+ for \d answers? of the grader/);
  const { summary } = readRun(repository.path);
  const usd = (grader.billed.input * 2 + grader.billed.cacheRead * 2 + grader.billed.output * 8) / 1e6;
  const cost = summary["cost"] as any;
  expect(cost.grader.paid.usd).toBeCloseTo(usd, 12);
  expect(cost.total.usd - cost.paid.usd).toBeCloseTo(usd, 12);
  await strata(repository.path, ["eval"], { env: {} });
  expect(grader.requests).toHaveLength(1);
});

test("an unknown grader is a typing error, with its line", async () => {
  await using repository = await aRepository(onLoopback({}, { suite: { grader: "openai:gpt-4.1" } }));
  const { code, stderr } = await strata(repository.path, ["eval"], io);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/evals\/default\.yaml:1 +unknown model "openai:gpt-4\.1"/),
  ]);
});

test("a verdict that cannot be read is unmeasured", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using grader = await startOpenaiServer({ answer: () => "It looks fine to me." });
  const suite = { allow: ["llm-rubric"], grader: gpt };
  await using repository = await aRepository(
    onLoopback({ anthropic: server, openai: grader }, { suite, assert: judged }),
  );
  const { code, stdout } = await strata(repository.path, ["eval"], io);
  expect([code, stdout]).toEqual([3, expect.stringMatching(/2 unmeasured: .*holds no verdict/)]);
});

test("two answers are compared in both orders by a named judge, and need no permission", async () => {
  const assert = `      - type: strata:preferred
        value: { over: I do not know., because: It names the port. }`;
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using grader = await startOpenaiServer({
    answer: ({ messages }) => {
      const { A } = JSON.parse(messages.at(-1)!.text) as { A: string };
      return `verdict: ${A === "I do not know." ? "B" : "A"}`;
    },
  });
  await using invalid = await aRepository(onLoopback({ anthropic: server }, { assert }));
  expect(await strata(invalid.path, ["eval"], io)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/grader: provider:model/),
  });
  await using repository = await aRepository(
    onLoopback({ anthropic: server, openai: grader }, { suite: { grader: gpt }, assert }),
  );
  const { code } = await strata(repository.path, ["eval"], io);
  // Both profiles answer the same, so each order is asked once.
  expect([code, grader.requests.length]).toEqual([0, 2]);
});

test("a conversation with scripted tools runs until the model stops", async () => {
  const script = `    tools:
      definitions:
        - { name: look, description: Looks., schema: { type: object, properties: { at: { type: string } } } }
      results:
        - { name: look, arguments: { at: till }, result: "A till on port 7340." }
        - { name: look, result: "Nothing." }
`;
  await using server = await startAnthropicServer({
    answer: ({ messages }) => {
      const results = messages.filter(({ text }) => text.includes("tool_result")).length;
      if (results === 0) return { toolCalls: [{ name: "look", arguments: { at: "door" } }] };
      if (results === 1)
        return { text: "Let me see.", toolCalls: [{ name: "look", arguments: { at: "till" } }] };
      return messages.at(-1)!.text.includes("7340") ? "Port 7340." : "I do not know.";
    },
  });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { case: script }));
  const { code } = await strata(repository.path, ["eval", "--profile", "main"], io);
  expect([code, server.requests.length]).toEqual([0, 3]);
  const { trials } = readRun(repository.path);
  expect(trials.find(({ case: id }) => id === "till-port")).toMatchObject({
    output: "Port 7340.",
    spent: { calls: 3 },
  });
  await strata(repository.path, ["eval", "--profile", "main"], io);
  expect(server.requests).toHaveLength(3);
});

test("a tool that no provider would take is an error of its file, with its line, before any call", async () => {
  const script = `    tools:
      definitions:
        - { name: look.up }
        - { name: look, schema: { type: string } }
`;
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }, { case: script }));
  const { code, stderr } = await strata(repository.path, ["eval"], io);
  expect([code, server.requests.length]).toEqual([2, 0]);
  const file = repository.getPath("corpus/cases/mini/cases.yaml");
  const lines = readFileSync(file, "utf8").split("\n");
  const line = lines.findIndex((text) => text.includes("look.up")) + 1;
  expect(stderr).toMatch(new RegExp(`cases\\.yaml:${line} .*name.*letters, digits, dashes and underscores`));
  expect(stderr).toMatch(new RegExp(`cases\\.yaml:${line + 1} .*schema.*type: object`));
});

test("no key in any file that a failing run leaves, nor on the screen", async () => {
  await using server = await startAnthropicServer({ answer: () => `Your key is ${testKey}, port 7340.` });
  await using repository = await aRepository(
    onLoopback({ anthropic: server }, { assert: "      - type: contains\n        value: never there" }),
  );
  const body = { type: "error", error: { type: "invalid_request_error", message: `bad ${testKey}` } };
  server.inject({ kind: "status", status: 400, body });
  for (const argv of [["eval"], ["eval", "--mode", "record"], ["eval", "--show", "--case", "till-port"]]) {
    const { code, stdout, stderr } = await strata(repository.path, argv, io);
    expect(code).toBeGreaterThan(0);
    expect(stdout + stderr).not.toContain(testKey);
  }
  const files = filesBelow(repository.path);
  expect(files.filter((file) => file.endsWith("trials.jsonl")).length).toBeGreaterThan(0);
  expect(files.some((file) => readFileSync(file, "utf8").includes("[redacted]"))).toBe(true);
  for (const file of files)
    expect([file, readFileSync(file, "utf8").includes(testKey)]).toEqual([file, false]);
});

test("a bad key is said once, and what another provider answers is kept", async () => {
  await using anthropic = await startAnthropicServer({ keys: ["another"] });
  await using openai = await startOpenaiServer({ answer: knowsPort });
  const changes = onLoopback({ anthropic, openai }, { suite: { models: [haiku, gpt], answer: undefined } });
  await using repository = await aRepository({
    ...changes,
    "evals/default.yaml": JSON.stringify({ strata: 1, id: "default", models: [haiku, gpt] }),
  });
  const { code, stderr, stdout } = await strata(repository.path, ["eval"], io);
  expect(code).toBe(3);
  expect(stderr.match(/anthropic was not called any more/g)).toHaveLength(1);
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^\d passed, 0 failed, 0 skipped, 2 unmeasured$/);
  expect(openai.requests).toHaveLength(2);
});
