import { expect, test } from "vitest";
import { aRepository, type Changes, fault, faultIn, refusal, refusalOf, strata } from "./testing.ts";

const stack = "prompts/mini/stack.yaml";
const core = "prompts/mini/core.md";
const scenario = "corpus/scenarios/desk/scenario.yaml";
const cases = "corpus/cases/mini/cases.yaml";
const suite = "evals/default.yaml";

const layerFile = (...lines: string[]): Changes => ({ [core]: `${lines.join("\n")}\n` });

test.each([
  fault(
    "that is never closed",
    "unterminated-front-matter",
    `${core}:1`,
    layerFile("---", "version: 1.0.0", "Count."),
  ),
  fault("that is not there", "missing-version", `${core}:1`, layerFile("Count."), "version: 1.0.0"),
  fault("that is empty", "missing-version", `${core}:1`, layerFile("---", "---", "Count."), "version: 1.0.0"),
  fault(
    "without a version",
    "missing-version",
    `${core}:1`,
    layerFile("---", "description: x", "---", "Count."),
  ),
  fault(
    "with a version that is not semver",
    "invalid-value",
    `${core}:3`,
    layerFile("---", "description: x", "version: v1", "---"),
    "1.0.0",
  ),
  fault(
    "with version: 1.0, a number in YAML",
    "invalid-value",
    `${core}:3`,
    layerFile("---", "description: x", "version: 1.0", "---"),
  ),
  fault(
    "with an unknown key",
    "invalid-value",
    `${core}:3`,
    layerFile("---", "version: 1.0.0", "verson: 1", "---"),
    "verson",
    "version",
  ),
  fault("that is not YAML", "yaml", `${core}:3`, layerFile("---", "version: 1.0.0", "a: b: c", "---")),
])("front matter $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    stack,
    ["    read: turn", "    read: turn\n    version: 1.0", "version"],
    ["a number", "invalid-value", "version"],
  ),
  faultIn(
    stack,
    ["    read: turn", "    read: turn\n    version: '1'", "version"],
    ["not semver", "invalid-value", "version", "1.0.0"],
  ),
])("a version in the stack that is $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  fault(
    "a version: 1.0",
    "invalid-value",
    `${core}:2`,
    layerFile("---", "version: 1.0", "---"),
    "1.0.0",
    "quote",
  ),
])("$name is told to be written as a quoted 1.0.0", async (one) =>
  expect(await refusalOf(one)).toEqual(one.told),
);

const latin1 = (text: string) => Buffer.from(text, "latin1");

test.each([
  fault(
    "a NUL byte in a layer file",
    "nul-byte",
    `${core}:5`,
    layerFile("---", "version: 1.0.0", "---", "Count", "the\0 till."),
  ),
  fault("a NUL byte in a suite", "nul-byte", `${suite}:2`, { [suite]: "strata: 1\nid: de\0fault\n" }),
  fault("invalid UTF-8 in a layer file", "not-utf8", `${core}:4`, {
    [core]: latin1("---\nversion: 1.0.0\n---\nCaf\xe9\n"),
  }),
  fault("invalid UTF-8 in a file of cases", "not-utf8", `${cases}:2`, {
    [cases]: latin1("strata: 1\nstack: min\xff\n"),
  }),
])("$name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    stack,
    ["      file: core.md", "      file: cor.md"],
    ["a layer file that is not there", "missing-file", "prompts/mini/cor.md"],
  ),
])("$name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  ["a layer file", core],
  ["the models", "prompts/models.yaml"],
  ["a stack", stack],
  ["a scenario", scenario],
  ["a file of cases", cases],
  ["a suite", suite],
])("a directory in place of %s", async (_, file) => {
  const { changes, told } = fault("", "not-a-file", file, { [file]: null, [`${file}/x`]: "" }, "directory");
  expect(await refusalOf({ changes })).toEqual(told);
});

test.each([
  ["the models", "prompts/models.yaml", "prompts/models.yaml", "is missing"],
  ["a layer file of one profile", "prompts/mini/profiles/review.md", `${stack}:55`, "profiles/review.md"],
])("%s missing", async (_, file, place, words) => {
  const { changes, told } = fault("", "missing-file", place, { [file]: null }, words);
  expect(await refusalOf({ changes })).toEqual(told);
});

test.each([
  ["corpus/cases/mini/more.yml"],
  ["corpus/cases/more.yaml"],
  ["corpus/cases/mini/deep/more.yaml"],
  ["evals/nightly.yml"],
])("a file that is not loaded because of its place or ending is named: %s", async (file) => {
  await using repository = await aRepository({ [file]: "cases: [" });
  expect((await strata(repository.path, ["eval", "--dry-run"])).stderr).toContain(file);
});

test("a repository without prompts/ is told to run strata init", async () => {
  await using repository = await aRepository();
  await repository.rm("prompts");
  const { code, complaints } = await refusal(repository.path, ["assemble"], ["eval"]);
  expect(code).toBe("no-prompts");
  expect(complaints[0]!.message).toContain("strata init");
});

test("a repository without any stack.yaml is told so", async () => {
  await using repository = await aRepository({ [stack]: null });
  expect(
    (await refusal(repository.path, ["assemble"])).complaints.map(({ message }) => message).join(),
  ).toContain("stack.yaml");
});

test("an import cycle is cut, reported once for all combinations, and no failure", async () => {
  const folder = "corpus/scenarios/desk/workspace";
  await using repository = await aRepository({
    [`${folder}/docs/refunds.md`]: "Refund slowly.\n@../DESK.md\n",
  });
  for (const argv of [["assemble"], ["assemble", "--json"], ["eval", "--dry-run"]]) {
    const { code, stderr } = await strata(repository.path, argv);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning  [^\n]*docs\/refunds\.md imports DESK\.md[^\n]*\n$/);
  }
  const { stdout } = await strata(repository.path, [
    "assemble",
    "--profile",
    "main",
    "--model",
    "reader:bm25",
  ]);
  expect(stdout.split("The till listens on port 7340.")).toHaveLength(2);
  expect(stdout.split("Refund slowly.")).toHaveLength(2);
});
