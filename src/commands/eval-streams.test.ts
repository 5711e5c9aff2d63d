import { stripVTControlCharacters } from "node:util";
import type { FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aFakeIo, aRepository, edited, type IoChanges, strata } from "./testing.ts";
import { main } from "./index.ts";
import { readRun } from "./testing-run.ts";

const cases = "corpus/cases/mini/cases.yaml";
const escape = "\u001b";

let repository: FsFixture;
beforeAll(async () => {
  repository = await aRepository({
    [cases]: edited(cases, "        value: port 7340", "        value: port 9999"),
  });
});
afterAll(() => repository.rm());

const terminal = { isTTY: true, columns: 100 };

test("a terminal gets colours", async () => {
  const { stdout } = await strata(repository.path, ["eval"], { terminal });
  expect(stdout).toContain(`${escape}[`);
});

test.each<[string, IoChanges]>([
  ["stdout is no terminal", {}],
  ["NO_COLOR is set", { terminal, env: { NO_COLOR: "1" } }],
  ["the terminal is dumb", { terminal, env: { TERM: "dumb" } }],
])("no colour codes when %s", async (_, io) => {
  for (const argv of [
    ["eval"],
    ["eval", "--json"],
    ["eval", "--show", "--case", "till-port"],
    ["assemble"],
    ["assemble", "--explain"],
    ["evel"],
  ]) {
    const { stdout, stderr } = await strata(repository.path, argv, { ...io });
    expect(stdout.includes(escape)).toBe(false);
    // NO_COLOR is about colour; a line that is redrawn is not.
    expect(stderr.replaceAll(`\r${escape}[K`, "").includes(escape)).toBe(false);
  }
});

test("the table is the same with and without colour", async () => {
  const coloured = await strata(repository.path, ["eval"], { terminal });
  const plain = await strata(repository.path, ["eval"], { terminal: { columns: 100 } });
  expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
});

/** A clock that is ten seconds further each time it is asked. */
function hastyClock(): () => Date {
  let time = Date.parse("2026-03-30T12:00:00Z");
  return () => new Date((time += 10_000));
}

test("progress stands on stderr alone, redrawn on a terminal and as lines elsewhere", async () => {
  const argv = ["eval", "--repeat", "10"];
  const wide = { columns: 100 };
  const quiet = await strata(repository.path, argv, { terminal: wide });
  expect(quiet.stderr).toMatch(/^report: [^\n]+\n$/);
  const lines = await strata(repository.path, argv, { now: hastyClock(), terminal: wide });
  expect(lines.stderr).toMatch(/^(\d+ of 70 trials[^\n]*\n)+report: [^\n]+\n$/);
  const redrawn = await strata(repository.path, argv, {
    now: hastyClock(),
    terminal,
    env: { NO_COLOR: "1" },
  });
  expect(redrawn.stderr.replaceAll(`\r${escape}[K`, "<")).toMatch(
    /^(<\d+ of 70 trials[^\n<]*)+<report: [^\n]+\n$/,
  );
  const ci = await strata(repository.path, argv, {
    now: hastyClock(),
    terminal,
    env: { CI: "true", NO_COLOR: "1" },
  });
  expect(ci.stderr).toMatch(/^(\d+ of 70 trials[^\n]*\n)+report: [^\n]+\n$/);
  // A terminal is wrapped at its width; the words are the same.
  const words = (text: string) => text.replaceAll(/\s+/g, " ");
  for (const { stdout } of [lines, redrawn, ci]) expect(words(stdout)).toBe(words(quiet.stdout));
});

test("with --json stdout is one document, progress or not", async () => {
  const { stdout, stderr } = await strata(repository.path, ["eval", "--json", "--repeat", "10"], {
    now: hastyClock(),
    terminal,
  });
  expect(JSON.parse(stdout)).toMatchObject({ schema: expect.any(Number) });
  expect(stderr).toContain("of 70 trials");
});

test("what a model or a file says cannot steer the terminal", async () => {
  const evil = `- The till listens on port 7340 ${escape}]0;gotcha\u0007${escape}[2J.\n`;
  await using other = await aRepository({ "corpus/scenarios/desk/workspace/desk.md.txt": evil });
  for (const argv of [["eval"], ["eval", "--show", "--case", "till-port"]]) {
    const { stdout } = await strata(other.path, argv);
    expect(stdout.includes(escape)).toBe(false);
  }
});

test("the name of a file cannot steer the terminal either", async () => {
  await using other = await aRepository({
    [`corpus/scenarios/desk/workspace/.desk/rules/${escape}[2J.md`]: "Say please.\n",
  });
  const { stdout } = await strata(other.path, ["assemble", "--explain"], { terminal });
  expect(stdout.includes(escape)).toBe(false);
});

test.each([["\\e[2J"], ["x\\nerror  evals/default.yaml  all is well"]])(
  "a name in a file cannot steer the terminal or feign a line: %s",
  async (name) => {
    await using other = await aRepository({
      [cases]: edited(cases, "    needs: assembly", `    needs: assembly\n    scenario: desk`).replace(
        "- reader:bm25",
        `- "${name}"`,
      ),
    });
    const { code, stderr } = await strata(other.path, ["assemble"]);
    expect(code).toBe(2);
    expect([stderr.includes(escape), stderr.trimEnd().split("\n").length]).toEqual([false, 1]);
  },
);

test("aborted before the first trial: 130, and a run that says so", async () => {
  await using other = await aRepository();
  const { code, stdout } = await strata(other.path, ["eval"], { signal: AbortSignal.abort() });
  expect(code).toBe(130);
  expect(stdout).toContain("Interrupted: 7 of 7");
  const { run, trials, csv } = readRun(other.path);
  expect([run["planned"], trials, csv.trimEnd().split("\n").length]).toEqual([7, [], 1]);
});

test("aborted on the way: 130, and every trial that was done is kept", async () => {
  await using other = await aRepository();
  const abort = new AbortController();
  const io = aFakeIo({
    argv: ["eval", "--repeat", "999"],
    cwd: other.path,
    now: hastyClock(),
    signal: abort.signal,
  });
  const { write } = io.stderr;
  io.stderr.write = (text) => {
    if (text.includes("of 6993 trials")) abort.abort();
    write(text);
  };
  expect(await main(io)).toBe(130);
  const { trials, summary, html } = readRun(other.path);
  expect(trials.length).toBeGreaterThanOrEqual(16);
  expect(trials.length).toBeLessThan(6993);
  expect(summary).toMatchObject({ totals: { passed: trials.length, failed: 0, skipped: 0, unmeasured: 0 } });
  expect(io.out()).toContain(`Interrupted: ${6993 - trials.length} of 6993 trials were not run.`);
  expect(io.out().trimEnd().split("\n").at(-1)).toBe(
    `${trials.length} passed, 0 failed, 0 skipped, 0 unmeasured`,
  );
  expect(html).toContain("Interrupted");
});
