import type { FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRepository, edit, edited, refusal, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";

let repository: FsFixture;
beforeAll(async () => void (repository = await aRepository()));
afterAll(() => repository.rm());

test.each([
  ["assemble --stack mimi", "unknown-stack", "mini"],
  ["assemble --profile reviw", "unknown-profile", "review"],
  ["assemble --profile main,reviw", "unknown-profile", "review"],
  ["assemble --model reader:bm52", "unknown-model", "reader:bm25"],
  ["assemble --scenario dsk", "unknown-scenario", "desk"],
  ["assemble --variant breif", "unknown-variant", "brief"],
  ["eval --suite defalt", "unknown-suite", "default"],
  ["eval --case til-port", "unknown-case", "till-port"],
  ["eval --case till-port --case role-only", "unknown-case", "role-only"],
  ["eval --tag memry", "unknown-tag", "memory"],
  ["eval --stack mimi", "unknown-stack", "mini"],
  ["eval --profile reviw", "unknown-profile", "review"],
  ["eval --model reader:bm52", "unknown-model", "reader:bm25"],
  ["eval --variant breif", "unknown-variant", "brief"],
  ["eval --answer reader:bm52", "unknown-model", "reader:bm25"],
])("a filter with an unknown name: %s", async (line, code, near) => {
  const refused = await refusal(repository.path, line.split(" "));
  expect(refused).toEqual({
    code,
    complaints: [{ severity: "error", place: "", message: expect.stringContaining(`"${near}"`) }],
  });
});

test.each([
  ["assemble", "--profile", ""],
  ["assemble", "--model", ","],
  ["eval", "--case", ""],
  ["eval", "--tag", ""],
  ["eval", "--stack", ""],
  ["eval", "--profile", ""],
  ["eval", "--model", ","],
  ["eval", "--variant", ""],
  // Known names whose combination is empty.
  ["eval", "--case", "role-only-for-review", "--profile", "main"],
  ["eval", "--case", "role-only-for-review", "--model", "openai:gpt-4.1-2025-04-14"],
  ["eval", "--case", "role-only-for-review", "--tag", "memory"],
  ["eval", "--variant", "brief"],
])("a filter that selects nothing: %s %s %s %s %s", async (...argv) => {
  const { code, complaints } = await refusal(
    repository.path,
    argv.filter((word) => word !== undefined),
  );
  expect([code, complaints.length]).toEqual(["nothing-selected", 1]);
});

test("a suite of a tag that no case has is refused, at its line", async () => {
  await using other = await aRepository({
    "evals/nightly.yaml": "strata: 1\nid: nightly\nanswer: reader:bm25\ntags: [nightly]\n",
  });
  const { code, complaints } = await refusal(other.path, ["eval", "--suite", "nightly"]);
  expect([code, complaints.map(({ place }) => place)]).toEqual(["unknown-tag", ["evals/nightly.yaml:4"]]);
});

test("eval reports every unknown name of its filters", async () => {
  const { complaints } = await refusal(repository.path, [
    "eval",
    "--profile",
    "reviw",
    "--model",
    "reader:bm52",
    "--tag",
    "x",
  ]);
  expect(complaints).toHaveLength(3);
});

test("assemble reports every unknown name of its filters", async () => {
  const { complaints } = await refusal(repository.path, [
    "assemble",
    "--profile",
    "reviw",
    "--model",
    "reader:bm52",
  ]);
  expect(complaints).toHaveLength(2);
});

test("assemble with an empty --stack selects nothing", async () => {
  expect((await refusal(repository.path, ["assemble", "--stack", ""])).code).toBe("nothing-selected");
});

test("assemble refuses a variant that one of the named stacks does not have", async () => {
  const wide = edit(edited("prompts/mini/stack.yaml", "id: mini", "id: wide"), "  brief:", "  broad:");
  const files = ["core.md", "environment.md", "profiles/review.md"] as const;
  await using other = await aRepository({
    "prompts/wide/stack.yaml": wide,
    ...Object.fromEntries(
      files.map((file) => [`prompts/wide/${file}`, miniRepository[`prompts/mini/${file}`]]),
    ),
  });
  expect(
    await strata(other.path, ["assemble", "--stack", "mini,wide", "--variant", "default"]),
  ).toMatchObject({ code: 0 });
  const { code } = await refusal(other.path, ["assemble", "--stack", "mini,wide", "--variant", "broad"]);
  expect(code).toBe("unknown-variant");
});

test("a refused assemble --out writes nothing", async () => {
  await refusal(repository.path, ["assemble", "--profile", "reviw", "--out", "out"]);
  expect(await repository.exists("out")).toBe(false);
});

test("names may be repeated, and given with commas", async () => {
  const repeated = await strata(repository.path, [
    "assemble",
    "--profile",
    "review",
    "--profile",
    "main",
    "--json",
  ]);
  const commas = await strata(repository.path, ["assemble", "--profile", "main,review", "--json"]);
  expect(repeated.stdout).toBe(commas.stdout);
  expect(JSON.parse(commas.stdout)).toHaveLength(6);
});
