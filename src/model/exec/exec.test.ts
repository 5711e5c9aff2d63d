import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { createModel } from "../create-model.ts";
import type { ModelSettings } from "../settings.ts";
import { aRequest, answered, testKey, unmeasured } from "../testing-models.ts";
import { startOpenaiServer } from "../testing-servers.ts";

const env = { PATH: process.env.PATH, AGENT_TOKEN: testKey };

function run(script: string, settings: Partial<ModelSettings> = {}) {
  const command = [process.execPath, "--input-type=module", "--eval", script];
  return createModel({ id: "exec:agent", command, ...settings }, { env });
}

const readInput = `
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) text += part;
  const request = JSON.parse(text);
`;

test("the command gets the request as JSON and its answer is taken", async () => {
  const model = run(`${readInput}
    const usage = { input: 5, output: 2 };
    const toolCalls = [{ id: "a", name: "read", arguments: { path: "é" } }];
    console.log(JSON.stringify({ text: JSON.stringify(request), usage, toolCalls, servedBy: "my-agent" }));
  `);
  const request = aRequest({
    system: "\ufeff{{ x }} 😀\n",
    parameters: { seed: 4, effort: "any" },
    cacheKey: "k",
  });
  const answer = answered(await model.answer(request));
  expect(JSON.parse(answer.text)).toEqual({ schema: 1, model: "exec:agent", ...request });
  expect(answer).toMatchObject({
    usage: { input: 5, cacheWrite: 0, cacheRead: 0, output: 2, reasoning: 0 },
    toolCalls: [{ id: "a", name: "read", arguments: { path: "é" } }],
    ...{ stop: "tool", servedBy: "my-agent" },
  });
  expect(answer.latency).toBeGreaterThan(0);
});

test("a command may answer without reading what it is asked", async () => {
  const system = "x".repeat(1_000_000);
  const model = run(`process.stdout.write('{"text": "done"}'); process.stdin.destroy();`);
  expect(await model.answer(aRequest({ system }))).toMatchObject({
    kind: "answer",
    text: "done",
    stop: "end",
  });
});

test.each([
  [
    "a failure, with the last line of stderr",
    `console.error("one\\ntwo\\n"); process.exit(3)`,
    "request",
    /exit code 3: two$/,
  ],
  ["a failure that may pass", `process.exit(75)`, "server", /exit code 75/],
  ["no JSON", `console.log("hello")`, "request", /no JSON/],
  ["more than one document", `console.log('{"text": "a"}\\n{"text": "b"}')`, "request", /no JSON/],
  ["another shape", `console.log('{"text": 5}')`, "request", /text/],
  ["an unknown key", `console.log('{"text": "a", "txet": "b"}')`, "request", /txet/],
  ["an error of its own", `console.log('{"error": "no agent"}')`, "request", /no agent/],
  ["nothing said", `console.log('{"text": ""}')`, "request", /nothing/],
  ["invalid UTF-8", `process.stdout.write(Buffer.from([0x7b, 0xff]))`, "request", /UTF-8/],
  ["11 MB", `process.stdout.write(Buffer.alloc(11_000_000, "x"))`, "request", /more than 10 MB/],
])("%s is unmeasured", async (_name, script, cause, words) => {
  const failure = unmeasured(await run(script).answer(aRequest()));
  expect(failure.cause).toBe(cause);
  expect(failure.reason).toMatch(words);
});

test("a command that is not there stops the provider", async () => {
  const model = createModel({ id: "exec:a", command: ["./no-such-program"] }, { env });
  const failure = unmeasured(await model.answer(aRequest()));
  expect(failure.cause).toBe("provider");
  expect(failure.reason).toContain("no-such-program");
});

test("a command that does not end is ended, also where it left a child that holds its pipes", async () => {
  const child = JSON.stringify([process.execPath, "--eval", "setTimeout(() => {}, 3000)"]);
  const script = `
    const { spawn } = await import("node:child_process");
    const [program, ...args] = ${child};
    spawn(program, args, { stdio: "inherit" });
    setTimeout(() => {}, 60_000);
  `;
  const start = performance.now();
  const failure = unmeasured(await run(script, { timeouts: { total: 1 } }).answer(aRequest()));
  expect(failure.reason).toContain("not done after 1 s");
  expect(performance.now() - start).toBeLessThan(2900);
});

test("an interrupt ends the command", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const outcome = await run("setTimeout(() => {}, 60_000)").answer(aRequest(), { signal: controller.signal });
  expect(outcome).toEqual({ kind: "unmeasured", reason: "interrupted" });
});

test("secrets of the environment that the command prints are taken out by their look", async () => {
  const model = run(`console.error("token " + process.env.AGENT_TOKEN); process.exit(1)`);
  expect(JSON.stringify(await model.answer(aRequest()))).not.toContain(testKey);
});

test("a key comes from a command, asked once, and no reason shows it", async () => {
  await using folder = await createFixture({ "asked.txt": "" });
  const script = `
    require("node:fs").appendFileSync(${JSON.stringify(folder.getPath("asked.txt"))}, "x");
    console.log("key-from-a-store-1234");
  `;
  const error = { error: { message: "key-from-a-store-1234 is wrong" } };
  await using server = await startOpenaiServer({
    faults: [null, { kind: "status", status: 401, body: error }],
  });
  const settings: ModelSettings = {
    ...{ id: "openai:gpt-5", baseUrl: server.url },
    keyFrom: { command: [process.execPath, "--eval", script] },
  };
  const model = createModel(settings, { env });
  answered(await model.answer(aRequest()));
  expect(server.requests[0]!.headers.authorization).toBe("Bearer key-from-a-store-1234");
  expect(unmeasured(await model.answer(aRequest())).reason).toContain("[redacted] is wrong");
  expect(await folder.readFile("asked.txt", "utf8")).toBe("x");
});

test.each([
  ["fails", `console.error("locked"); process.exit(1)`, /locked/],
  ["prints more than a key", `console.log("welcome\\nkey")`, /key alone/],
  ["prints nothing", ``, /key alone/],
])("a key command that %s stops the provider", async (_name, script, words) => {
  const keyFrom = { command: [process.execPath, "--eval", script] };
  const model = createModel({ id: "openai:gpt-5", baseUrl: "http://127.0.0.1:9", keyFrom }, { env });
  expect(unmeasured(await model.answer(aRequest()))).toMatchObject({
    cause: "provider",
    reason: expect.stringMatching(words),
  });
});
