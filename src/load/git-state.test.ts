import { realpathSync } from "node:fs";
import { createFixture } from "fs-fixture";
import { simpleGit } from "simple-git";
import { expect, test } from "vitest";
import { readGitState } from "./git-state.ts";

test("a folder of a repository has its root, branch, commit, and how many files were touched", async () => {
  await using folder = await createFixture({ "sub/a.md": "a", "b.md": "b" });
  expect(await readGitState(folder.path)).toBe("none");
  const git = simpleGit(folder.path);
  await git.raw("init", "--initial-branch", "trunk");
  await git.addConfig("user.name", "T").addConfig("user.email", "t@example.com");
  // Before the first commit there is nothing to name.
  expect(await readGitState(folder.path)).toBe("none");
  await git.add(".").commit("first");
  const commit = (await git.revparse(["HEAD"])).trim();
  const root = realpathSync(folder.path);
  expect(await readGitState(folder.getPath("sub"))).toEqual({ root, commit, branch: "trunk", dirty: 0 });
  await folder.writeFile("b.md", "changed");
  await folder.writeFile("c.md", "new");
  expect(await readGitState(folder.path)).toMatchObject({ dirty: 2 });
  await git.raw("checkout", "--detach", "--quiet");
  expect(await readGitState(folder.path)).toMatchObject({ branch: "HEAD" });
});
