import { spawnSync } from "node:child_process";
import { chmodSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type GitFixture } from "../load/testing-git.ts";
import { edited, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aLocked, check, lockFile, read, removeTemplate, write } from "./testing-lock.ts";

afterAll(removeTemplate);

const core = "prompts/mini/core.md";
const review = "prompts/mini/profiles/review.md";

describe("what changes no hash", () => {
  const changed: [string, (repository: GitFixture) => unknown][] = [
    [
      "CRLF line ends in every prompt",
      (repository) => {
        for (const file of Object.keys(miniRepository).filter((name) => name.startsWith("prompts/")))
          write(repository, file, read(repository, file).replaceAll("\n", "\r\n"));
      },
    ],
    ["a BOM", (repository) => write(repository, core, `\ufeff${read(repository, core)}`)],
    ["other permissions", (repository) => chmodSync(path.join(repository.path, core), 0o600)],
  ];
  test.each(changed)("%s", async (_, change) => {
    await using repository = await aLocked();
    await change(repository);
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
  });

  test("a clone that checks out CRLF", async () => {
    await using repository = await aLocked();
    repository.git(
      "clone",
      "--quiet",
      "-c",
      "core.autocrlf=true",
      repository.path,
      `${repository.path}/clone`,
    );
    const clone = { path: path.join(repository.path, "clone") };
    expect(read(clone, core)).toContain("\r\n");
    expect(await check(clone)).toMatchObject({ code: 0, stderr: "" });
  });

  test("another clock", async () => {
    await using repository = await aLocked();
    const changes = { now: () => new Date("1999-12-31T23:59:59Z") };
    expect(await strata(repository.path, ["lock", "--check"], changes)).toMatchObject({
      code: 0,
      stderr: "",
    });
  });

  test("another umask, time zone and language of the process, in a clone that was made under them", async () => {
    await using repository = await aLocked();
    const script = 'umask 077 && git clone --quiet "$1" clone && cd clone && exec "$2" "$3" lock --check';
    const cli = path.join(import.meta.dirname, "../cli.ts");
    const { status, stdout, stderr } = spawnSync(
      "sh",
      ["-c", script, "sh", repository.path, process.execPath, cli],
      {
        ...{ cwd: repository.path, encoding: "utf8" },
        env: { ...process.env, LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TZ: "Asia/Tokyo" },
      },
    );
    expect({ status, stdout, stderr }).toEqual({
      ...{ status: 0, stderr: "" },
      stdout: `${lockFile}  current: 3 combinations of 1 stack\n`,
    });
    expect(statSync(path.join(repository.path, "clone", core)).mode & 0o777).toBe(0o600);
  });
});

describe("merges", () => {
  const other = Object.fromEntries(
    Object.entries(miniRepository)
      .filter(([file]) => file.startsWith("prompts/mini/"))
      .map(([file, text]) => [file.replace("/mini/", "/other/"), text.replace("id: mini", "id: other")]),
  );

  test("edits of two stacks merge cleanly, and the merged lock is current", async () => {
    await using repository = await aLocked(other);
    repository.git("checkout", "--quiet", "-b", "one");
    write(repository, core, edited(core, "count", "add"));
    await strata(repository.path, ["lock", "--bump", "minor"]);
    await repository.commit();
    repository.git("checkout", "--quiet", "-b", "two", "main");
    write(repository, "prompts/other/core.md", other["prompts/other/core.md"]!.replace("count", "add up"));
    await strata(repository.path, ["lock", "--bump", "major"]);
    await repository.commit();
    repository.git("merge", "--quiet", "--no-edit", "one");
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
    const { stacks } = JSON.parse(read(repository, lockFile));
    expect(stacks.mini.layers[core].version).toBe("1.1.0");
    expect(stacks.other.layers["prompts/other/core.md"].version).toBe("2.0.0");
  });

  test("edits of two layers of one stack conflict in its combinations alone, and strata lock rebuilds the lock", async () => {
    await using repository = await aLocked(other);
    const branch = async (name: string, file: typeof core | typeof review, from: string, to: string) => {
      repository.git("checkout", "--quiet", "-b", name, "main");
      write(repository, file, edited(file, from, to));
      await strata(repository.path, ["lock", "--bump", "patch"]);
      await repository.commit();
    };
    await branch("one", core, "count", "add");
    await branch("two", review, "judge", "weigh");
    expect(() => repository.git("merge", "one")).toThrow("merge one");
    const text = read(repository, lockFile);
    // Every marker is inside the combinations of that stack.
    const start = text.indexOf('"variants"');
    const end = text.indexOf('"other"');
    expect(text.indexOf("<<<<<<<")).toBeGreaterThan(start);
    expect(text.lastIndexOf(">>>>>>>")).toBeLessThan(end);
    expect((await check(repository)).code).toBe(2);
    const { code, stdout, stderr } = await strata(repository.path, ["lock"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${lockFile}  written: 6 combinations of 2 stacks\n`,
    });
    expect(stderr).toContain("held the conflict markers of a merge and was written anew");
    await repository.commit();
    expect(await check(repository)).toMatchObject({ code: 0, stderr: "" });
  });
});
