import { expect, test } from "vitest";
import { strata } from "./testing.ts";
import { aGitRepository } from "./testing-git.ts";

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

/** Records of sessions of two recipes, all good with A; with B as told. */
function records(value: "pass" | "fail"): string {
  const prompt = (recipe: string) => ({
    ...{
      stack: "mini",
      variant: "default",
      profile: "main",
      model: "m",
      scenario: "desk",
      recipeHash: recipe,
    },
    ...{ hash: hash("1"), maskedHash: hash("1"), prefixHash: hash("1"), toolsHash: hash("1"), channels: {} },
    ...{ layers: [], sources: [], secrets: [], git: null, text: false },
  });
  const lines = Array.from({ length: 40 }, (_, i) => {
    const line = { strata: 1, session: `s${i}`, time: "2026-03-30T12:00:00Z" };
    const recipe = i % 2 === 0 ? hash("a") : hash("b");
    return [
      { ...line, event: "start", ...prompt(recipe) },
      { ...line, event: "outcome", value: i % 2 === 0 ? "pass" : value },
    ];
  });
  return lines
    .flat()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

test("sessions of two recipes are compared, with a warning where no chance chose between them", async () => {
  await using repository = await aGitRepository();
  await repository.files.writeFile("bad.jsonl", records("fail"));
  const bad = await strata(repository.path, ["ab", "--sessions", "bad.jsonl"]);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toContain("B is worse.");
  expect(bad.stderr).toContain("were not assigned to a version at random");
  const back = await strata(repository.path, ["ab", "bbbbbb", "aaaaaa", "--sessions", "bad.jsonl", "--json"]);
  expect(back.code).toBe(0);
  expect(JSON.parse(back.stdout)).toMatchObject({
    schema: 1,
    verdict: "improved",
    versions: { a: hash("b"), b: hash("a") },
  });
  const missing = await strata(repository.path, ["ab", "--sessions", "none.jsonl"]);
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none.jsonl holds no session record"),
  });
});

test("a version compared with itself through the gate says how often it fails", async () => {
  await using repository = await aGitRepository();
  const { code, stdout } = await strata(repository.path, [
    "ab",
    "HEAD",
    "HEAD",
    "--through-gate",
    "--times",
    "2",
    "--json",
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ times: 2, failed: 0, undecided: 0, trusted: true });
  const other = await strata(repository.path, ["ab", "HEAD", ".", "--through-gate"]);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("Name the same version twice") });
});

test("stored runs tell which cases never told a version from another", async () => {
  await using repository = await aGitRepository();
  const core = "prompts/mini/core.md";
  await strata(repository.path, ["eval"]);
  await repository.files.writeFile(core, `${await repository.files.readFile(core, "utf8")}Be quick.\n`);
  await strata(repository.path, ["eval"]);
  const { code, stdout } = await strata(repository.path, ["trust", "--json"]);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { runs: string[]; versions: number; alwaysPass: string[] };
  expect(report.runs).toHaveLength(2);
  expect(report.alwaysPass).toEqual(["role-only-for-review", "till-port"]);
  const text = await strata(repository.path, ["trust", "--runs", "reports/runs"]);
  expect(text.stdout).toContain("Cases that passed on every version, and so told none apart: 2");
  const none = await strata(repository.path, ["trust", "--runs", "prompts"]);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("holds no run") });
});
