import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startAnthropicServer } from "../model/testing-servers.ts";
import { edit, aRepository, strata } from "./testing.ts";
import { entriesOf, filesBelow, keys, knowsPort, onLoopback } from "./testing-models.ts";

const env = keys;
const dir = "corpus/recordings";
const gc = (root: string, ...flags: string[]) => strata(root, ["recordings", "gc", ...flags]);

/** The small repository with the answers to its one question, of two profiles, recorded. */
async function recorded(flags: string[] = [], settings: Parameters<typeof onLoopback>[1] = {}) {
  const server = await startAnthropicServer({ answer: knowsPort });
  const repository = await aRepository(onLoopback({ anthropic: server }, settings));
  const root = repository.path;
  const run = await strata(root, ["eval", "--mode", "record", ...flags], { env });
  const change = (file: string, from: string, to: string) => {
    const at = path.join(root, file);
    writeFileSync(at, edit(readFileSync(at, "utf8"), from, to));
  };
  return {
    ...{ root, server, run, change },
    replay: () => strata(root, ["eval", "--mode", "replay"]),
    async [Symbol.asyncDispose]() {
      await repository[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("what every trial needs is kept, and calls nobody", async () => {
  await using at = await recorded();
  expect([at.run.code, entriesOf(at.root, dir).length]).toEqual([0, 2]);
  const before = filesBelow(path.join(at.root, dir));
  const calls = at.server.requests.length;
  expect(await gc(at.root)).toMatchObject({
    ...{ code: 0, stderr: "" },
    stdout: "0 recorded answers dropped, 0 bytes; 2 kept, which trials of the suites use.\n",
  });
  expect([filesBelow(path.join(at.root, dir)), at.server.requests.length]).toEqual([before, calls]);
});

test("answers to a prompt that is another one now are dropped with its text, said one by one", async () => {
  await using at = await recorded();
  const old = entriesOf(at.root, dir);
  // The role belongs to the profile review alone: the other profile's answer stays.
  at.change("prompts/mini/profiles/review.md", "change nothing", "alter nothing");
  const dry = await gc(at.root, "--dry-run");
  expect(dry.code).toBe(0);
  expect(dry.stdout).toMatch(
    /^[0-9a-f]{2}\/[0-9a-f]{64}\.json {2}2026-03-30 {2}anthropic:claude-haiku-4-5-20251001: On which port.*\n1 recorded answers would be dropped, \d+ bytes; 1 kept.*Nothing was done\.\n$/,
  );
  expect(entriesOf(at.root, dir)).toEqual(old);
  const { stdout } = await gc(at.root);
  expect(stdout.split("\n")[0]).toBe(dry.stdout.split("\n")[0]);
  const left = entriesOf(at.root, dir);
  expect(left).toHaveLength(1);
  expect(filesBelow(path.join(at.root, dir, "systems"))).toHaveLength(1);
  const dropped = old.find((file) => !left.includes(file))!;
  expect(existsSync(path.dirname(dropped))).toBe(path.dirname(dropped) === path.dirname(left[0]!));
  expect((await at.replay()).stdout).toContain("1 unmeasured");
});

test("answers of other models and repeats that were recorded stay", async () => {
  await using at = await recorded(["--answer", "anthropic:claude-haiku-4-5-20251001", "--repeat", "2"], {
    suite: { answer: "reader:bm25" },
  });
  expect(entriesOf(at.root, dir)).toHaveLength(4);
  expect((await gc(at.root)).stdout).toContain("0 recorded answers dropped, 0 bytes; 4 kept");
});

test("the later calls of a scripted conversation, and those of the judge, are needed as well", async () => {
  const answer = ({ messages, system }: { messages: { role: string; text: string }[]; system: string }) =>
    /grading|pass/i.test(system)
      ? '{"pass": true, "reason": "fine", "score": 1}'
      : `7340, turn ${messages.length}`;
  await using server = await startAnthropicServer({ answer });
  const model = "anthropic:claude-haiku-4-5-20251001";
  const changes = onLoopback(
    { anthropic: server },
    {
      suite: { grader: model, allow: ["llm-rubric"] },
      assert:
        "      - type: contains\n        value: 7340\n      - type: llm-rubric\n        value: names a port",
    },
  );
  const cases = edit(
    String(changes["corpus/cases/mini/cases.yaml"]),
    "    input: On which port does the till listen?\n",
    "    turns: [{ user: On which port does the till listen? }, { user: Are you sure? }]\n",
  );
  await using repository = await aRepository({ ...changes, "corpus/cases/mini/cases.yaml": cases });
  const run = await strata(repository.path, ["eval", "--mode", "record"], { env });
  const all = entriesOf(repository.path, dir).length;
  // Two profiles, two turns each, and the judge, whose question is the same or not.
  expect([run.code, all >= 5]).toEqual([0, true]);
  expect((await gc(repository.path)).stdout).toContain(`0 recorded answers dropped, 0 bytes; ${all} kept`);
});

test("a broken file is dropped and said; what is not a recording is left alone", async () => {
  await using at = await recorded();
  const [one] = entriesOf(at.root, dir);
  writeFileSync(one!, "{");
  mkdirSync(path.join(at.root, dir, "notes"));
  for (const name of ["README.md", "notes/a.json"]) writeFileSync(path.join(at.root, dir, name), "mine");
  const { stdout } = await gc(at.root, "--json");
  const { kept, dropped } = JSON.parse(stdout) as { kept: number; dropped: { file: string; answer: null }[] };
  expect([kept, dropped.filter(({ file }) => file.endsWith(".json")).map(({ answer }) => answer)]).toEqual([
    1,
    [null],
  ]);
  expect(existsSync(one!)).toBe(false);
  expect(readFileSync(path.join(at.root, dir, "notes/a.json"), "utf8")).toBe("mine");
  expect(existsSync(path.join(at.root, dir, "README.md"))).toBe(true);
});

test("another folder, and one that is not there", async () => {
  await using at = await recorded(["--recordings", "kept"]);
  expect((await gc(at.root, "--recordings", "kept")).stdout).toContain("2 kept");
  const { code, stderr } = await gc(at.root);
  expect([code, stderr.includes("corpus/recordings does not exist")]).toEqual([2, true]);
});
