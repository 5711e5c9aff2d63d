import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { openRepository } from "./repository.ts";
import { aGitFolder, runGit } from "../testing-git.ts";

/** As the next command would find it. */
async function mergeBase(path: string, base?: string): Promise<string | null> {
  return (await openRepository(path)).mergeBase(base);
}

test("on a branch it is the commit where the branch left the default one, whatever came since", async () => {
  await using repo = await aGitFolder();
  await repo.commit();
  const fork = await repo.commit();
  repo.git("checkout", "--quiet", "-b", "topic");
  expect(await mergeBase(repo.path)).toBe(fork);
  const first = await repo.commit();
  await repo.commit();
  repo.git("checkout", "--quiet", "main");
  await repo.commit();
  repo.git("checkout", "--quiet", "topic");
  expect(await mergeBase(repo.path)).toBe(fork);
  repo.git("branch", "side", first);
  expect(await mergeBase(repo.path, "side")).toBe(first);
});

test("on the default branch it is the previous commit, of a merge the first parent", async () => {
  await using repo = await aGitFolder();
  await repo.commit();
  expect(await mergeBase(repo.path)).toBe(null);
  repo.git("checkout", "--quiet", "-b", "topic");
  await repo.commit();
  repo.git("checkout", "--quiet", "main");
  const second = await repo.commit();
  repo.git("merge", "--quiet", "--no-ff", "topic", "--message", "Merge");
  expect(await mergeBase(repo.path)).toBe(second);
  // As CI checks out a push.
  repo.git("checkout", "--quiet", "--detach");
  expect(await mergeBase(repo.path)).toBe(second);
});

test("the default branch is origin's, else main, else the only one", async () => {
  await using origin = await aGitFolder();
  await using home = await createFixture();
  await origin.commit();
  origin.git("branch", "--move", "trunk");
  expect(await (await openRepository(origin.path)).defaultBranch()).toBe("trunk");
  runGit(home.path, "clone", "--quiet", origin.path, "clone");
  const clone = home.getPath("clone");
  runGit(clone, "checkout", "--quiet", "-b", "main");
  expect(await (await openRepository(clone)).defaultBranch()).toBe("origin/trunk");
  origin.git("branch", "main");
  expect(await (await openRepository(origin.path)).defaultBranch()).toBe("main");
  origin.git("branch", "--move", "main", "one");
  expect(await (await openRepository(origin.path)).defaultBranch()).toBe(null);
});

test("a shallow clone that lacks it says to fetch more", async () => {
  await using origin = await aGitFolder();
  await using home = await createFixture();
  await origin.commit();
  origin.git("checkout", "--quiet", "-b", "topic");
  await origin.commit();
  origin.git("checkout", "--quiet", "main");
  await origin.commit();
  runGit(
    home.path,
    "clone",
    "--quiet",
    "--depth",
    "1",
    "--no-single-branch",
    `file://${origin.path}`,
    "clone",
  );
  const clone = home.getPath("clone");
  const lacks = (wanted: string) => ({ findings: [{ kind: "shallow-history", args: { wanted } }] });
  await expect(mergeBase(clone)).rejects.toMatchObject(lacks("the previous commit"));
  runGit(clone, "checkout", "--quiet", "topic");
  await expect(mergeBase(clone)).rejects.toMatchObject(lacks("the merge base with origin/main"));
  runGit(clone, "fetch", "--quiet", "--unshallow");
  expect(await mergeBase(clone)).toBe(origin.git("rev-parse", "main~1").trim());
});
