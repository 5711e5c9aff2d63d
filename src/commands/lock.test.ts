import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { aGitFolder } from "../load/testing-git.ts";
import { aRepository, edited, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aLocked, check, lockFile, lockJson, read, removeTemplate, write } from "./testing-lock.ts";

afterAll(removeTemplate);

const core = "prompts/mini/core.md";
const review = "prompts/mini/profiles/review.md";
const model = "anthropic:claude-haiku-4-5-20251001";
const combination = (name: string) => `mini@${name} on ${model}`;

describe("the file", () => {
  test("it is written once, sorted, with LF, and left alone when nothing changed", async () => {
    await using repository = await aRepository();
    expect((await strata(repository.path, ["lock"])).stdout).toBe(
      `${lockFile}  written: 3 combinations of 1 stack\n`,
    );
    const text = read(repository, lockFile);
    const before = statSync(path.join(repository.path, lockFile)).mtimeMs;
    expect(text).not.toContain("\r");
    expect(text.endsWith("}\n")).toBe(true);
    expect(text).not.toContain("token");
    expect((await strata(repository.path, ["lock"])).stdout).toBe(
      `${lockFile}  unchanged: 3 combinations of 1 stack\n`,
    );
    expect(statSync(path.join(repository.path, lockFile)).mtimeMs).toBe(before);
    // Keys in code-unit order at every level.
    JSON.parse(text, (_, value: unknown) => {
      if (value !== null && typeof value === "object" && !Array.isArray(value))
        expect(Object.keys(value)).toEqual(Object.keys(value).toSorted());
      return value;
    });
  });

  test("its hashes are those of assemble, and its layers those of the files", async () => {
    await using repository = await aRepository();
    await strata(repository.path, ["lock"]);
    const { models, stacks } = JSON.parse(read(repository, lockFile));
    const { stdout } = await strata(repository.path, ["assemble", "--json", "--model", model]);
    for (const one of JSON.parse(stdout)) {
      const locked = stacks.mini.variants.default.profiles[one.profile];
      expect(locked).toMatchObject({ recipeHash: one.recipeHash, toolsHash: one.toolsHash });
      const { hash, prefixHash, layers } = locked.models[model];
      expect({ hash, prefixHash }).toEqual({ hash: one.hash, prefixHash: one.prefixHash });
      expect(layers).toEqual(
        one.layers.map(
          (layer: { id: string; version: string | null; hash: string }) =>
            `${layer.id}${layer.version === null ? "" : `@${layer.version}`} ${layer.hash}`,
        ),
      );
    }
    expect(Object.keys(stacks.mini.variants.default.profiles)).toEqual(["main", "review"]);
    // Of another variant the first profile.
    expect(Object.keys(stacks.mini.variants.brief.profiles)).toEqual(["main"]);
    // printf '%s\n' 'You judge a change and change nothing.' | sha256sum
    expect(stacks.mini.layers[review]).toEqual({
      layer: "role",
      sourceHash: "sha256:1fd088621efc0da96f55ef20718fa3349405f3c14fbbcdb95c0df290f4565e0f",
      version: "2.0.0",
    });
    expect(models).toEqual({
      [model]: { pinned: true },
      "openai:gpt-4.1-2025-04-14": { pinned: true },
      "reader:bm25": { pinned: true },
    });
  });

  test("models.yaml says which models are locked, and an unknown one is refused with its line", async () => {
    const models = (name: string) =>
      `${miniRepository["prompts/models.yaml"]}lock:\n  models: [reader:bm25, ${name}]\n`;
    await using repository = await aRepository({ "prompts/models.yaml": models(model) });
    await strata(repository.path, ["lock"]);
    const { stacks } = JSON.parse(read(repository, lockFile));
    expect(Object.keys(stacks.mini.variants.default.profiles.main.models)).toEqual([model, "reader:bm25"]);
    write(repository, "prompts/models.yaml", models("reader:bm52"));
    const outcome = await check(repository);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toMatch(
      /^error {2}prompts\/models\.yaml:14 {2}unknown model "reader:bm52"\. Did you mean "reader:bm25"\?/,
    );
  });
});

describe("--check", () => {
  test("a one-word edit names the layer and exactly the combinations that use it, and nothing is written", async () => {
    await using repository = await aLocked();
    const before = read(repository, lockFile);
    write(repository, review, edited(review, "judge", "weigh"));
    const { code, stdout, stderr } = await check(repository);
    expect(code).toBe(1);
    expect(stdout.split("\n")[0]).toBe(`changed   ${combination("default/review")}: layer mini/role`);
    expect(stdout).not.toContain("default/main");
    expect(stderr.split("\n")[0]).toBe(
      `error  ${review}  layer mini/role changed. It is in ${combination("default/review")}. Run strata lock.`,
    );
    expect(stderr).not.toContain("default/main");
    expect(stderr).toContain("still version 2.0.0. Run strata lock --bump");
    expect(read(repository, lockFile)).toBe(before);
    expect(repository.git("status", "--porcelain")).toBe(` M ${review}\n`);
  });

  test("--json has each change with its combinations, and each combination with its causes", async () => {
    await using repository = await aLocked();
    write(repository, review, edited(review, "judge", "weigh"));
    expect(await lockJson(repository.path, "--check")).toMatchObject({
      ...{ schema: 1, current: false, written: false, base: expect.stringMatching(/^commit [0-9a-f]{12}$/) },
      changes: [
        {
          kind: "changed",
          entry: { type: "layer", name: "mini/role", file: review },
          combinations: [combination("default/review")],
        },
      ],
      combinations: [{ name: combination("default/review"), kind: "changed", causes: ["layer mini/role"] }],
      findings: [{ kind: "lock-changed" }, { kind: "unbumped-version" }],
    });
  });

  test("without a lock it is missing, and that is no pass", async () => {
    await using repository = await aRepository();
    const { code, stderr } = await check(repository);
    expect(code).toBe(1);
    expect(stderr).toContain(`error  ${lockFile}  is missing. Run strata lock`);
    expect(existsSync(path.join(repository.path, lockFile))).toBe(false);
  });

  test.each([
    ["{", "lock-corrupted", "Remove the file and run strata lock"],
    ['{"strata":1,"lock":7}', "lock-newer", "made by a newer strata"],
    ["{\n<<<<<<< HEAD\n}\n", "lock-conflict", "Run strata lock"],
  ])("%j is refused in one line with what to do", async (text, code, says) => {
    await using repository = await aRepository({ [lockFile]: text });
    const outcome = await check(repository);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain(says);
    expect(outcome.stderr.trimEnd()).not.toContain("\n");
    const json = await strata(repository.path, ["lock", "--check", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ schema: 1, error: { code, file: lockFile } });
    expect(read(repository, lockFile)).toBe(text);
  });

  test("a lock that a newer strata made is never overwritten", async () => {
    const text = '{"strata":1,"lock":7}';
    await using repository = await aRepository({ [lockFile]: text });
    expect((await strata(repository.path, ["lock"])).code).toBe(2);
    expect(read(repository, lockFile)).toBe(text);
  });

  test("a lock that says the same in other bytes is not current", async () => {
    await using repository = await aLocked();
    write(repository, lockFile, JSON.stringify(JSON.parse(read(repository, lockFile))));
    expect(await check(repository)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not as strata lock writes it"),
    });
    expect((await strata(repository.path, ["lock"])).code).toBe(0);
    expect(await check(repository)).toMatchObject({ code: 0 });
  });

  test("cases and suites are not read", async () => {
    await using repository = await aLocked();
    write(repository, "corpus/cases/mini/cases.yaml", "not: [a case");
    write(repository, "evals/default.yaml", "nor: [a suite");
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([
    [["lock", "core"], "layers are named for --bump only"],
    [["lock", "--check", "--bump", "patch"], "cannot be used with"],
    [["lock", "--bump", "huge"], "patch, minor, major"],
  ])("%j is refused", async (argv, says) => {
    await using repository = await aRepository();
    expect(await strata(repository.path, argv)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(says),
    });
  });
});

describe("outside git", () => {
  test("versions are compared with the lock on disk, which is kept while a version is due", async () => {
    await using repository = await aRepository();
    await strata(repository.path, ["lock"]);
    const before = read(repository, lockFile);
    write(repository, core, edited(core, "count", "add"));
    const outcome = await strata(repository.path, ["lock"]);
    expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining("not written") });
    expect(outcome.stderr).toContain("not a git repository, so versions are compared with the lock on disk");
    expect(read(repository, lockFile)).toBe(before);
    expect((await strata(repository.path, ["lock", "--bump", "patch"])).code).toBe(0);
    expect(await check(repository)).toMatchObject({ code: 0 });
  });

  test("a repository without a commit is treated alike", async () => {
    await using repository = await aGitFolder(miniRepository);
    expect((await strata(repository.path, ["lock"])).code).toBe(0);
    expect(await check(repository)).toMatchObject({ code: 0 });
  });
});
