import { expect, test } from "vitest";
import { openRepository } from "./repository.ts";
import { aGitFolder } from "../testing-git.ts";

test("commits are found by what they added or removed, on side branches and in merges too", async () => {
  await using repo = await aGitFolder();
  await repo.commit({ "lock.json": "h1\n" }, "start");
  repo.git("checkout", "--quiet", "-b", "topic");
  await repo.commit({ "lock.json": "h2\n" }, "on topic");
  repo.git("checkout", "--quiet", "main");
  await repo.commit({ "lock.json": "h3\n", "other.txt": "h2" }, "on main: a\tb");
  expect(() => repo.git("merge", "topic")).toThrow(/Command failed/);
  await repo.commit({ "lock.json": "h4\n" }, "merge");
  const repository = await openRepository(repo.path);
  const subjects = async (needle: string) =>
    (await repository.log({ paths: ["lock.json"], needle })).map(({ subject }) => subject);
  expect((await subjects("h2")).toSorted()).toEqual(["on topic"]);
  expect((await subjects("h3")).toSorted()).toEqual(["merge", "on main: a\tb"]);
  expect((await subjects("h4")).toSorted()).toEqual(["merge"]);
  expect(await subjects("h9")).toEqual([]);
  const range = await repository.log({ paths: ["lock.json"], range: "topic..main" });
  expect(range.map(({ subject }) => subject).toSorted()).toEqual(["merge", "on main: a\tb"]);
});

test("paths are names, not patterns, and stand below the root", async () => {
  await using repo = await aGitFolder();
  await repo.commit({ "sub/prompts/a.md": "x" }, "a");
  await repo.commit({ "sub/prompts/*.md": "x" }, "star");
  await repo.commit({ "prompts/a.md": "x" }, "above");
  const repository = await openRepository(repo.files.getPath("sub"));
  const subjects = async (path: string) =>
    (await repository.log({ paths: [path] })).map(({ subject }) => subject);
  expect(await subjects("prompts/*.md")).toEqual(["star"]);
  expect(await subjects("prompts")).toEqual(["star", "a"]);
});
