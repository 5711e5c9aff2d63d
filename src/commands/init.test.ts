import { createFixture, type FsFixture } from "fs-fixture";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { strata } from "./testing.ts";

const rules = [
  "# Warehouse robot",
  "",
  "## Build",
  "- Run `make firmware` before flashing the controller board.",
  "- Unit tests take about 90 seconds with `make check`.",
  "- The simulator listens on port 5521 of the build host.",
  "",
  "## Conventions",
  "- Motor names end in the suffix `Axis` followed by a digit.",
  "- Log lines carry the pallet number in square brackets.",
  "- Torque values are stored as integers of millinewton metres.",
  "- A template such as {{ name }} or ${{ secrets.X }} stays as it is, 50% of the time.",
].join("\n");

function proposedCases(repository: FsFixture): { id: string; assert: { type: string; value: unknown }[] }[] {
  const stack = repository.path
    .replace(/\/$/, "")
    .split("/")
    .at(-1)!
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const text = readFileSync(
    repository.getPath(`corpus/cases/${stack.replaceAll(/^-+|-+$/g, "")}/first.yaml`),
    "utf8",
  );
  return (parse(text) as { cases: { id: string; assert: { type: string; value: unknown }[] }[] }).cases;
}

test("init proposes a stack of one layer and at least five cases from a file's own rules, and they pass", async () => {
  await using repository = await createFixture({ "AGENTS.md": rules });
  const { code, stdout, stderr } = await strata(repository.path, ["init", "--from", "AGENTS.md"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/, 0 failed, 0 skipped, 0 unmeasured\n$/);
  expect(stderr).toContain("wrote  prompts/models.yaml");
  const cases = proposedCases(repository);
  const values = cases
    .flatMap(({ assert }) => assert.filter(({ type }) => type === "contains"))
    .map(({ value }) => value);
  expect(values.length).toBeGreaterThanOrEqual(5);
  for (const value of values) expect(rules.split(String(value)), String(value)).toHaveLength(2);
  // The agent goes on reading its file, and what it reads is what is assembled.
  expect(readFileSync(repository.getPath("AGENTS.md"), "utf8")).toBe(rules);
  const assembled = await strata(repository.path, ["assemble", "--model", "reader:bm25"]);
  expect(assembled.stdout).toBe(rules);
});

test("deleting a rule that a proposed case asks for fails that case", async () => {
  await using repository = await createFixture({ "AGENTS.md": rules });
  await strata(repository.path, ["init"]);
  await repository.writeFile("AGENTS.md", rules.replace(/^.*port 5521.*\n/m, ""));
  const { code, stdout } = await strata(repository.path, ["eval"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/FAIL {2}agents-rule-\d+/);
});

test("a file with two rules gives five cases all the same: its lines are looked for as they stand", async () => {
  const short =
    "# Tone\n\n- Answer guests in the language they wrote in.\n- Sign letters as the harbour office.\nShips first.\n";
  await using repository = await createFixture({ "AGENTS.md": short });
  expect((await strata(repository.path, ["init"])).code).toBe(0);
  const ids = proposedCases(repository).map(({ id }) => id.replace(/-\d+$/, ""));
  expect(ids.filter((id) => id === "agents-rule" || id === "agents-text").length).toBeGreaterThanOrEqual(4);
  expect(ids).toContain("agents-budget");
  expect(ids.length).toBeGreaterThanOrEqual(5);
});

test("without --from the files that agents are known to read are taken, each as a layer", async () => {
  await using repository = await createFixture({
    "AGENTS.md": rules,
    ".github/copilot-instructions.md": "Answer in the voice of a careful warehouse clerk at all times.\n",
  });
  expect((await strata(repository.path, ["init"])).code).toBe(0);
  const { stdout } = await strata(repository.path, ["assemble", "--json", "--model", "reader:bm25"]);
  const [{ layers }] = JSON.parse(stdout) as [{ layers: { id: string; version: string }[] }];
  expect(layers.map(({ id, version }) => [id, version])).toEqual([
    ["agents", "1.0.0"],
    ["copilot-instructions", "1.0.0"],
  ]);
});

test("a CRLF file with a BOM is assembled with LF and without it", async () => {
  await using repository = await createFixture({ "AGENTS.md": `\uFEFF${rules.replaceAll("\n", "\r\n")}` });
  expect((await strata(repository.path, ["init"])).code).toBe(0);
  expect((await strata(repository.path, ["assemble", "--model", "reader:bm25"])).stdout).toBe(rules);
});

test.each([
  ["nothing to start from", {}, [], "nothing-to-start-from"],
  ["a file that is not there", {}, ["--from", "RULES.md"], "missing-file"],
  ["a file outside the repository", {}, ["--from", "../RULES.md"], "outside-root"],
  ["a directory", { "RULES.md/x": "" }, ["--from", "RULES.md"], "not-a-file"],
  ["a blank file", { "RULES.md": " \n" }, ["--from", "RULES.md"], "no-rules"],
  ["bytes that are no UTF-8", { "RULES.md": Buffer.from([0x61, 0xff]) }, ["--from", "RULES.md"], "not-utf8"],
  ["what is there already", { "AGENTS.md": rules, "evals/default.yaml": "mine" }, [], "exists-already"],
])("init refuses %s and writes nothing", async (_, files, argv, code) => {
  await using repository = await createFixture(files);
  const result = await strata(repository.path, ["init", ...argv, "--json"]);
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(/^error {2}/);
  expect(await repository.exists("prompts")).toBe(false);
  expect(await repository.exists("corpus")).toBe(false);
  expect(JSON.parse(result.stdout)).toMatchObject({ error: { code } });
});
