import { chmodSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { edited, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aLocked, check, lockFile, lockJson, read, removeTemplate, write } from "./testing-lock.ts";

afterAll(removeTemplate);

const core = "prompts/mini/core.md";
const review = "prompts/mini/profiles/review.md";

describe("--bump", () => {
  const version = (repository: { path: string }, file: string) =>
    /version: "?([\d.]+)/.exec(read(repository, file))![1];
  const bump = (repository: { path: string }, part: string, ...layers: string[]) =>
    strata(repository.path, ["lock", "--bump", part, ...layers]);

  test("it raises every changed layer, locks, and makes --check green, before and after the commit", async () => {
    await using repository = await aLocked();
    write(repository, review, edited(review, "judge", "weigh"));
    expect(await bump(repository, "patch")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`bumped    mini/role  2.0.0 -> 2.0.1  ${review}`),
    });
    expect(read(repository, review)).toBe(
      edited(review, "judge", "weigh").replace("version: 2.0.0", "version: 2.0.1"),
    );
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
    await repository.commit();
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
  });

  test("several commits of a branch need one bump, and a higher one takes its place", async () => {
    await using repository = await aLocked();
    repository.git("checkout", "--quiet", "-b", "work");
    write(repository, review, edited(review, "judge", "weigh"));
    await bump(repository, "patch");
    await repository.commit();
    write(repository, review, read(repository, review).replace("nothing", "little"));
    expect(await strata(repository.path, ["lock"])).toMatchObject({ code: 0 });
    await repository.commit();
    await bump(repository, "patch");
    expect(version(repository, review)).toBe("2.0.1");
    await bump(repository, "minor", "mini/role");
    expect(version(repository, review)).toBe("2.1.0");
    await bump(repository, "patch", "role");
    expect(version(repository, review)).toBe("2.1.0");
    await bump(repository, "major", review);
    expect(version(repository, review)).toBe("3.0.0");
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
  });

  test("on the default branch each commit needs its own", async () => {
    await using repository = await aLocked();
    write(repository, core, edited(core, "count", "add"));
    await bump(repository, "patch");
    await repository.commit();
    write(repository, core, read(repository, core).replace("add", "sum"));
    expect(await check(repository)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("still version 1.0.1"),
    });
    await bump(repository, "patch");
    expect(version(repository, core)).toBe("1.0.2");
  });

  test("a change that was locked and committed without a new version is still found", async () => {
    await using repository = await aLocked();
    write(repository, core, edited(core, "count", "add"));
    expect(await strata(repository.path, ["lock"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`error  ${core}  layer mini/core has another text`),
    });
    await repository.commit();
    expect(await check(repository)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("current"),
      stderr: expect.stringContaining("still version 1.0.0"),
    });
  });

  test("a new version without a change, and one that went back, are findings", async () => {
    await using repository = await aLocked();
    write(repository, core, edited(core, "version: 1.0.0", "version: 1.0.1"));
    write(repository, review, edited(review, "version: 2.0.0", "version: 1.9.0"));
    const { findings } = await lockJson(repository.path);
    expect(findings.map(({ kind, file }: { kind: string; file: string }) => [kind, file])).toEqual([
      ["needless-bump", core],
      ["version-went-back", review],
    ]);
  });

  test("a new version for new settings of the layer is no needless one", async () => {
    const stack = "prompts/mini/stack.yaml";
    await using repository = await aLocked();
    write(repository, stack, edited(stack, 'heading: "## Role"', 'heading: "## The role"'));
    expect((await bump(repository, "minor", "mini/role")).stdout).toContain(
      "bumped    mini/role  2.0.0 -> 2.1.0",
    );
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
  });

  test("a layer that did not change, and a name that no layer has, are refused and nothing is written", async () => {
    await using repository = await aLocked();
    write(repository, core, edited(core, "count", "add"));
    const { code, stderr } = await bump(repository, "patch", "core", "mini/role", "mini/cor");
    expect(code).toBe(2);
    expect(stderr).toContain("layer mini/role is the same as in commit");
    expect(stderr).toContain('no layer file is named "mini/cor". Did you mean "mini/core"?');
    expect(repository.git("status", "--porcelain")).toBe(` M ${core}\n`);
  });

  test("a moved file keeps its version, and a new one has none to raise", async () => {
    const stack = "prompts/mini/stack.yaml";
    await using repository = await aLocked();
    repository.git("mv", core, "prompts/mini/basis.md");
    write(repository, stack, edited(stack, "file: core.md", "file: basis.md"));
    expect(await strata(repository.path, ["lock"])).toMatchObject({ code: 0 });
    write(repository, "prompts/mini/basis.md", miniRepository[core].replace("count", "add"));
    expect(await strata(repository.path, ["lock"])).toMatchObject({ code: 1 });
    await bump(repository, "patch");
    expect(version(repository, "prompts/mini/basis.md")).toBe("1.0.1");
  });

  test("a file that is read raw has its version raised in stack.yaml, whose other bytes stay", async () => {
    const stack = "prompts/mini/stack.yaml";
    const written = edited(
      stack,
      "  - id: core\n    tier: core\n    source:\n      file: core.md",
      "  - id: core\n    tier: core\n    version:  '1.0.0'   # raw\n    source:\n      file: raw.txt",
    );
    await using repository = await aLocked({ [stack]: written, "prompts/mini/raw.txt": "---\nraw\n" });
    write(repository, "prompts/mini/raw.txt", "---\nother\n");
    expect((await bump(repository, "minor")).code).toBe(0);
    expect(read(repository, stack)).toBe(written.replace("'1.0.0'   # raw", "'1.1.0'   # raw"));
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
  });

  test("permissions stay, and behind a link the file itself is edited", async () => {
    await using repository = await aLocked();
    repository.git("mv", core, "prompts/mini/real.md");
    symlinkSync("real.md", path.join(repository.path, core));
    await strata(repository.path, ["lock"]);
    await repository.commit();
    write(repository, "prompts/mini/real.md", edited(core, "count", "add"));
    chmodSync(path.join(repository.path, "prompts/mini/real.md"), 0o640);
    expect((await bump(repository, "patch")).code).toBe(0);
    expect(version(repository, "prompts/mini/real.md")).toBe("1.0.1");
    expect(statSync(path.join(repository.path, "prompts/mini/real.md")).mode & 0o777).toBe(0o640);
    expect(repository.git("ls-files", "--stage", core)).toMatch(/^120000/);
  });

  test("when the prompts do not load, nothing is written", async () => {
    await using repository = await aLocked();
    write(repository, core, edited(core, "count", "add"));
    write(repository, review, "no front matter\n");
    expect((await bump(repository, "patch")).code).toBe(2);
    expect(version(repository, core)).toBe("1.0.0");
  });

  test("when one file cannot be written, the others get their bytes back", async () => {
    await using repository = await aLocked();
    write(repository, core, edited(core, "count", "add"));
    write(repository, review, edited(review, "judge", "weigh"));
    // Something else stands where the temporary file of the lock would be.
    await repository.files.mkdir(`${lockFile}.${process.pid}.tmp/x`);
    expect((await bump(repository, "patch")).code).not.toBe(0);
    expect(read(repository, core)).toBe(edited(core, "count", "add"));
    expect(read(repository, review)).toBe(edited(review, "judge", "weigh"));
  });

  test("nothing changed: nothing to raise, and that is fine", async () => {
    await using repository = await aLocked();
    expect(await bump(repository, "patch")).toMatchObject({
      code: 0,
      stdout: `${lockFile}  unchanged: 3 combinations of 1 stack\n`,
    });
  });
});
