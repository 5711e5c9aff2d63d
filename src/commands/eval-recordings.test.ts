import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startAnthropicServer } from "../model/testing-servers.ts";
import { aRepository, strata } from "./testing.ts";
import { entriesOf, keys, knowsPort, onLoopback } from "./testing-models.ts";
import { readRun } from "./testing-run.ts";

const io = { env: keys };

test("recorded answers are replayed without server, key or cache; a miss is 3 and says what differs", async () => {
  const server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  await strata(repository.path, ["eval", "--mode", "record"], io);
  const recorded = readRun(repository.path);
  await server.close();
  for (const dir of [".strata", "reports"]) rmSync(repository.getPath(dir), { recursive: true });
  const replayed = await strata(repository.path, ["eval", "--mode", "replay"], { env: {} });
  expect(replayed.code).toBe(0);
  const told = (run: typeof recorded) => [
    run.csv.replaceAll(/,\d+,(true|false),.*/g, ""),
    run.summary["totals"],
  ];
  expect(told(readRun(repository.path))).toEqual(told(recorded));
  expect(readRun(repository.path).summary["cost"]).toMatchObject({
    total: { usd: 0 },
    saved: { recordings: { unknown: 0 } },
  });
  const cases = "corpus/cases/mini/cases.yaml";
  const text = readFileSync(repository.getPath(cases), "utf8");
  await repository.writeFile(
    cases,
    text.replace("On which port does the till listen?", "Which port does the till use?"),
  );
  const missed = await strata(repository.path, ["eval", "--mode", "replay"], { env: {} });
  expect([missed.code, missed.stdout]).toEqual([
    3,
    expect.stringMatching(/no recorded answer; the nearest stored request differs in messages/),
  ]);
  expect(missed.stderr).toMatch(
    /- user: On which port does the till listen\?\n +\+ user: Which port does the till use\?/,
  );
});

test("record takes from the cache what is there, and replay looks at the recordings alone", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  await strata(repository.path, ["eval"], io);
  const named = ["--recordings", "tapes"];
  const missing = await strata(repository.path, ["eval", "--mode", "replay", ...named], io);
  expect([missing.code, missing.stderr]).toEqual([3, expect.stringMatching(/tapes does not exist/)]);
  await strata(repository.path, ["eval", "--mode", "record", ...named], io);
  expect([server.requests.length, entriesOf(repository.path, "tapes").length]).toEqual([2, 2]);
  expect(entriesOf(repository.path, "tapes").map((file) => readFileSync(file, "utf8"))).toEqual(
    entriesOf(repository.path).map((file) => readFileSync(file, "utf8")),
  );
  rmSync(entriesOf(repository.path, "tapes")[0]!);
  const { code } = await strata(repository.path, ["eval", "--mode", "replay", ...named], io);
  expect([code, server.requests.length]).toEqual([3, 2]);
});

test("live asks anew, whatever is stored", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  for (const _ of [1, 2]) await strata(repository.path, ["eval", "--mode", "live"], io);
  expect(server.requests).toHaveLength(4);
});

test("a broken cache file is a miss, and counted", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  await strata(repository.path, ["eval"], io);
  const [one] = entriesOf(repository.path);
  writeFileSync(one!, readFileSync(one!, "utf8").slice(0, 40));
  const { code, stderr } = await strata(repository.path, ["eval"], io);
  expect([code, server.requests.length, stderr]).toEqual([
    0,
    3,
    expect.stringMatching(/1 stored answers .*could not be read/),
  ]);
});

test("a salt, a parameter or another prompt asks anew; another key, price or limit does not", async () => {
  await using server = await startAnthropicServer({ answer: knowsPort });
  await using repository = await aRepository(onLoopback({ anthropic: server }));
  await strata(repository.path, ["eval"], io);
  const run = async (anthropic: object, env: Record<string, string> = keys) => {
    const before = server.requests.length;
    const changes = onLoopback({ anthropic: server }, { anthropic });
    await repository.writeFile("prompts/models.yaml", String(changes["prompts/models.yaml"]));
    await strata(repository.path, ["eval"], { env });
    return server.requests.length - before;
  };
  expect(
    await run(
      { limits: { concurrency: 2 }, prices: { input: 9, output: 9 } },
      { ANTHROPIC_API_KEY: "another-key" },
    ),
  ).toBe(0);
  expect(await run({ salt: "2026-10" })).toBe(2);
  expect(await run({ parameters: { maxTokens: 50 } })).toBe(2);
});
