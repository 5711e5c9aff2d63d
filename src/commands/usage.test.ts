import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRepository, refusal, strata } from "./testing.ts";

let repository: FsFixture;
beforeAll(async () => void (repository = await aRepository()));
afterAll(() => repository.rm());

test.each([
  ["evel"],
  ["assemble --profil main"],
  ["assemble main"],
  ["eval --repeat 0"],
  ["eval --repeat -1"],
  ["eval --repeat 1.5"],
  ["eval --repeat many"],
  ["eval --repeat 1e3"],
  ["eval till-port"],
  ["--rot . eval"],
])("a usage error is one line: strata %s", async (line) => {
  const { code, complaints } = await refusal(repository.path, line.split(" "));
  expect([code, complaints.length, complaints[0]!.place]).toEqual(["usage", 1, ""]);
});

test.each([["assemble --profile"], ["eval --repeat"]])(
  "a missing argument is a usage error: strata %s",
  async (line) => {
    const { code, stdout, stderr } = await strata(repository.path, line.split(" "));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error  [^\n]*missing[^\n]*\n$/);
  },
);

test.each([
  ["evel", "eval"],
  ["assemble --profil main", "--profile"],
])("a usage error names what is nearest: strata %s", async (line, near) => {
  expect((await refusal(repository.path, line.split(" "))).complaints[0]!.message).toContain(near);
});

test("--show without one case is a usage error", async () => {
  for (const argv of [
    ["eval", "--show"],
    ["eval", "--show", "--case", "till-port,role-only-for-review"],
  ]) {
    const { complaints } = await refusal(repository.path, argv);
    expect(complaints[0]!.message).toContain("--case");
  }
});

test("strata alone says which verbs there are, and exits 2", async () => {
  const { code, stdout, stderr } = await strata(repository.path, []);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/assemble[^]*eval/);
});

test("--repeat takes what a suite's repeat takes", async () => {
  await using other = await aRepository({
    "evals/default.yaml": "strata: 1\nid: default\nanswer: reader:bm25\nrepeat: 1000\n",
  });
  expect(await strata(other.path, ["eval", "--dry-run"])).toMatchObject({ code: 0 });
  expect(await strata(other.path, ["eval", "--dry-run", "--repeat", "1000"])).toMatchObject({ code: 0 });
});

test.each([
  ["--help", ["assemble", "eval"]],
  ["help", ["assemble", "eval"]],
  ["assemble --help", ["--out", "--explain", "--json"]],
  ["help eval", ["--dry-run", "--show"]],
  ["--version", ["0."]],
])("strata %s prints on stdout and exits 0", async (line, words) => {
  const { code, stdout, stderr } = await strata(repository.path, line.split(" "));
  expect([code, stderr]).toEqual([0, ""]);
  for (const word of words) expect(stdout).toContain(word);
});

test("the version is that of package.json", async () => {
  const { default: manifest } = (await import("../../package.json", { with: { type: "json" } })) as {
    default: { version: string };
  };
  expect((await strata("/", ["--version"])).stdout).toBe(`${manifest.version}\n`);
});

test("the root is the nearest folder upwards with prompts/, or what --root names", async () => {
  const one = ["assemble", "--profile", "main", "--model", "reader:bm25"];
  const expected = await strata(repository.path, one);
  expect(expected.code).toBe(0);
  for (const folder of ["corpus/cases/mini", "prompts", "prompts/mini/profiles"]) {
    expect(await strata(repository.getPath(folder), one)).toEqual(expected);
  }
  expect(await strata("/", [...one, "--root", repository.path])).toEqual(expected);
  expect(await strata("/", ["--root", repository.path, ...one])).toEqual(expected);
  expect(await strata(repository.getPath("corpus/cases"), [...one, "--root", "../.."])).toEqual(expected);
});

test("a root that is not there, is a file, or holds no prompts is refused", async () => {
  await using empty = await aRepository();
  await empty.rm("prompts");
  expect((await refusal("/", ["eval", "--root", "/no/such/folder"])).code).toBe("no-root");
  expect((await refusal("/", ["eval", "--root", empty.getPath("evals/default.yaml")])).code).toBe("no-root");
  expect((await refusal("/", ["eval", "--root", empty.path])).code).toBe("no-prompts");
});

test("a bug is exit 3 with its stack, and leaves nothing", async () => {
  const now = () => {
    throw new Error("the clock broke");
  };
  const plain = await strata(repository.path, ["eval"], { now });
  expect([plain.code, plain.stdout]).toEqual([3, ""]);
  expect(plain.stderr).toMatch(/bug[^]*the clock broke\n +at .*usage\.test\.ts/);
  const json = await strata(repository.path, ["eval", "--json"], { now });
  expect(json.code).toBe(3);
  expect(JSON.parse(json.stdout)).toMatchObject({
    schema: expect.any(Number),
    error: { code: "bug", message: expect.stringContaining("the clock broke") },
  });
  expect(await repository.exists("reports")).toBe(false);
});

test("a bug that throws no Error is exit 3 too", async () => {
  const now = () => {
    throw "a text";
  };
  const { code, stderr } = await strata(repository.path, ["eval"], { now });
  expect([code, stderr.includes("a text")]).toEqual([3, true]);
});

test("a reader that closes the pipe early is no failure", async () => {
  const cli = path.join(import.meta.dirname, "../cli.ts");
  const script = '("$0" "$1" assemble --root "$2"; echo "exit $?" >&2) | true';
  const { stderr } = await promisify(execFile)("sh", ["-c", script, process.execPath, cli, repository.path]);
  expect(stderr).not.toContain("EPIPE");
  expect(stderr).not.toContain("exit 1\n");
});
