import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createFixture, type FileTree } from "fs-fixture";
import { expect, test } from "vitest";
import { isUserError } from "../../util/index.ts";
import { diskTree } from "../disk-tree.ts";
import type { Entry, SourceTree } from "../source-tree.ts";
import { openRepository } from "./repository.ts";
import { aGitFolder, runGit } from "../testing-git.ts";

const linkTo =
  (target: string): Extract<FileTree[string], (...args: never[]) => unknown> =>
  ({ symlink }) =>
    symlink(target);

/** Kinds of the findings that a call is refused with. */
async function refused(call: Promise<unknown>): Promise<string[]> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isUserError(error)) throw new Error("not refused", { cause: error });
  return error.findings.map(({ kind }) => kind);
}

function textOf(entry: Entry): string {
  return entry.kind === "file" ? Buffer.from(entry.read()).toString("utf8") : entry.kind;
}

/** Every file below a folder, with its text. */
function textsBelow(tree: SourceTree, folder: string): Record<string, string> {
  const entry = tree.lookup(folder);
  if (entry.kind !== "directory") return { [folder]: textOf(entry) };
  return Object.assign({}, ...entry.names.map((name) => textsBelow(tree, `${folder}/${name}`))) as Record<
    string,
    string
  >;
}

test("a folder in no repository is refused, and so is a repository without a commit", async () => {
  await using plain = await createFixture({ prompts: {} });
  await using empty = await aGitFolder({ prompts: {} });
  expect(await refused(openRepository(plain.path))).toEqual(["not-a-repository"]);
  expect(await refused(openRepository(empty.path))).toEqual(["no-commit"]);
});

test("a machine without git is told so", async () => {
  await using repo = await aGitFolder();
  const { PATH } = process.env;
  process.env["PATH"] = repo.path;
  try {
    expect(await refused(openRepository(repo.path))).toEqual(["no-git"]);
  } finally {
    process.env["PATH"] = PATH;
  }
});

test("a ref resolves to its commit; another is refused with the nearest, an option with that", async () => {
  await using repo = await aGitFolder();
  const first = await repo.commit({ "prompts/a.md": "A" });
  repo.git("tag", "--annotate", "v1.0", "--message", "one");
  const second = await repo.commit({ "prompts/a.md": "B" });
  const repository = await openRepository(repo.path);
  const ids = await Promise.all(["main", "v1.0", "HEAD~1", second.slice(0, 8)].map(repository.resolve));
  expect(ids).toEqual([second, first, first, second]);
  await expect(repository.resolve("v1.1")).rejects.toMatchObject({
    findings: [{ kind: "unknown-ref", args: { name: "v1.1", near: "v1.0", shallow: false } }],
  });
  expect(await refused(repository.resolve("HEAD:prompts"))).toEqual(["unknown-ref"]);
  expect(await refused(repository.resolve("--output=x"))).toEqual(["option-as-ref"]);
  expect(await refused(repository.log({ paths: [], range: "--output=x" }))).toEqual(["option-as-ref"]);
  expect(existsSync(repo.files.getPath("x"))).toBe(false);
});

test("a tree of a commit holds what the disk held, in a folder below the top and under any name", async () => {
  await using repo = await aGitFolder();
  const files = {
    "a b/prompts/x/stack.yaml": "id: x\n",
    "a b/prompts/x/Größe ✓.md": "naïve\n",
    "a b/corpus/scenarios/s/workspace/deep/er/file.txt": "one\r\ntwo\r\n",
    "a b/notes/other.txt": "elsewhere",
    "prompts/not-ours.md": "no",
  };
  await repo.commit(files);
  const root = repo.files.getPath("a b");
  const repository = await openRepository(root);
  expect(repository.prefix).toBe("a b");
  const [tree, index, disk] = [await repository.tree("HEAD"), await repository.tree(":"), diskTree(root)];
  const texts = textsBelow(disk, "");
  expect(Object.values(texts)).toContain("one\r\ntwo\r\n");
  expect(textsBelow(tree, "")).toEqual(texts);
  expect(textsBelow(index, "")).toEqual(texts);
  expect(textOf(tree.lookup("prompts/not-ours.md"))).toBe("missing");
  expect(tree.lookup("../prompts")).toMatchObject({ kind: "outside" });
  const file = tree.lookup("prompts/x/Größe ✓.md");
  expect(file).toMatchObject({ kind: "file", path: "prompts/x/Größe ✓.md", size: 7 });
});

test("commit, index and working tree are three versions of one file", async () => {
  await using repo = await aGitFolder();
  await repo.commit({ "prompts/a.md": "committed" });
  await repo.files.writeFile("prompts/a.md", "staged");
  repo.git("add", "--all");
  await repo.files.writeFile("prompts/a.md", "written");
  const repository = await openRepository(repo.path);
  const read = async (ref: string) => Buffer.from((await repository.read(ref, "prompts/a.md"))!).toString();
  expect([await read("HEAD"), await read(":"), await read(".")]).toEqual(["committed", "staged", "written"]);
  expect(await repository.read("HEAD", "prompts/b.md")).toBeUndefined();
});

test("links are followed inside the root as on disk, and not out of it", async () => {
  await using repo = await aGitFolder({
    prompts: {
      "real.md": "real",
      "link.md": linkTo("real.md"),
      "out.md": linkTo("../../secret"),
      "nothing.md": linkTo("gone.md"),
      "loop.md": linkTo("loop.md"),
      shared: linkTo("../shared"),
    },
    shared: { "part.md": "part" },
  });
  await repo.commit();
  const repository = await openRepository(repo.path);
  const disk = diskTree(repo.path);
  for (const tree of [await repository.tree("HEAD"), await repository.tree(":")]) {
    for (const name of ["link", "nothing", "loop"]) {
      const { kind, ...expected } = disk.lookup(`prompts/${name}.md`);
      const { read: _read, ...known } = expected as { read?: unknown };
      expect(tree.lookup(`prompts/${name}.md`), name).toMatchObject({ kind, ...known });
    }
    expect(textOf(tree.lookup("prompts/link.md"))).toBe("real");
    expect(tree.lookup("prompts/out.md")).toEqual({ kind: "outside", link: "../../secret" });
    expect(tree.lookup("prompts/shared/part.md")).toMatchObject({
      ...{ path: "shared/part.md", link: "../shared", linkAbove: true },
    });
  }
});

test("a bare repository has refs alone", async () => {
  await using repo = await aGitFolder();
  await using home = await createFixture();
  await repo.commit({ "prompts/a.md": "A" });
  runGit(home.path, "clone", "--quiet", "--bare", repo.path, "bare.git");
  const repository = await openRepository(home.getPath("bare.git"));
  expect(repository.bare).toBe(true);
  expect(textsBelow(await repository.tree("main"), "prompts")).toEqual({ "prompts/a.md": "A" });
  expect(await refused(repository.tree("."))).toEqual(["no-working-tree"]);
  expect(await refused(repository.tree(":"))).toEqual(["no-working-tree"]);
  expect(await repository.log({ paths: ["prompts"] })).toHaveLength(1);
});

test("a worktree has its own HEAD, index and files", async () => {
  await using repo = await aGitFolder();
  await using home = await createFixture();
  await repo.commit({ "prompts/a.md": "A" });
  const folder = home.getPath("other");
  repo.git("worktree", "add", "--quiet", "-b", "topic", folder);
  await home.writeFile("other/prompts/a.md", "B");
  runGit(folder, "commit", "--quiet", "--all", "--message", "B");
  const repository = await openRepository(folder);
  const read = async (ref: string) => textOf((await repository.tree(ref)).lookup("prompts/a.md"));
  expect([await read("HEAD"), await read(":"), await read("main")]).toEqual(["B", "B", "A"]);
});

test("a shallow clone says that an unknown ref may be beyond its history", async () => {
  await using repo = await aGitFolder();
  await using home = await createFixture();
  const old = await repo.commit({ "prompts/a.md": "A" });
  await repo.commit({ "prompts/a.md": "B" });
  runGit(home.path, "clone", "--quiet", "--depth", "1", `file://${repo.path}`, "clone");
  const repository = await openRepository(home.getPath("clone"));
  expect(textsBelow(await repository.tree("HEAD"), "prompts")).toEqual({ "prompts/a.md": "B" });
  for (const ref of [old, "HEAD~1"]) {
    await expect(repository.resolve(ref)).rejects.toMatchObject({
      findings: [{ kind: "unknown-ref", args: { shallow: true } }],
    });
  }
});

test("a root in a submodule is read from the submodule; one on the way is special", async () => {
  await using inner = await aGitFolder();
  await using outer = await aGitFolder();
  await inner.commit({ "prompts/a.md": "A" });
  outer.git("submodule", "--quiet", "add", inner.path, "prompts/agent");
  await outer.commit();
  const repository = await openRepository(outer.files.getPath("prompts/agent"));
  expect(repository.prefix).toBe("");
  expect(textsBelow(await repository.tree("HEAD"), "prompts")).toEqual({ "prompts/a.md": "A" });
  const tree = await (await openRepository(outer.path)).tree("HEAD");
  expect(tree.lookup("prompts/agent").kind).toBe("special");
  expect(tree.lookup("prompts/agent/prompts").kind).toBe("missing");
});

test("a file with a conflict cannot be read from the index", async () => {
  await using repo = await aGitFolder();
  await repo.commit({ "prompts/a.md": "A" });
  repo.git("checkout", "--quiet", "-b", "topic");
  await repo.commit({ "prompts/a.md": "B" });
  repo.git("checkout", "--quiet", "main");
  await repo.commit({ "prompts/a.md": "C" });
  expect(() => repo.git("merge", "--quiet", "topic")).toThrow(/Command failed/);
  const tree = await (await openRepository(repo.path)).tree(":");
  expect(tree.lookup("prompts/a.md").kind).toBe("unreadable");
});

test("no setting changes an answer, no program of the repository runs, and nothing is written", async () => {
  await using repo = await aGitFolder();
  await repo.commit({ "prompts/ü.md": "one\n", ".gitattributes": "*.md diff=shout\n" }, "written");
  await repo.commit({ "prompts/ü.md": null, "prompts/ö.md": "one\n" }, "renamed");
  const marker = repo.files.getPath("ran");
  const hook = `#!/bin/sh\ntouch '${marker}'\nexit 1\n`;
  for (const name of ["fsmonitor", "post-index-change", "reference-transaction", "shout"])
    await repo.files.writeFile(`.git/hooks/${name}`, hook, { mode: 0o755 });
  const run = (name: string) => path.join(repo.path, ".git/hooks", name);
  for (const [key, value] of [
    ...[
      ["core.autocrlf", "true"],
      ["core.quotePath", "true"],
      ["core.fsmonitor", run("fsmonitor")],
    ],
    ...[
      ["diff.external", run("shout")],
      ["diff.renames", "false"],
      ["diff.shout.textconv", run("shout")],
    ],
    ...[
      ["color.ui", "always"],
      ["log.showSignature", "true"],
      ["core.pager", run("shout")],
    ],
    ...[
      ["log.follow", "true"],
      ["diff.noprefix", "true"],
      ["log.date", "relative"],
      ["format.pretty", "raw"],
    ],
  ] as [string, string][])
    repo.git("config", key, value);
  const index = () => readFileSync(repo.files.getPath(".git/index"));
  const before = index();
  // A file whose time alone changed would have its index entry refreshed by a careless status.
  await repo.files.writeFile("prompts/ö.md", "one\n");
  const repository = await openRepository(repo.path);
  expect(textsBelow(await repository.tree("HEAD"), "prompts")).toEqual({ "prompts/ö.md": "one\n" });
  expect(textsBelow(await repository.tree(":"), "prompts")).toEqual({ "prompts/ö.md": "one\n" });
  expect([...(await repository.renames("HEAD~1", "."))]).toEqual([["prompts/ü.md", "prompts/ö.md"]]);
  const log = await repository.log({ paths: ["prompts"], needle: "one" });
  expect(log.map(({ subject, author }) => [subject, author])).toEqual([
    ["renamed", "Ada Example"],
    ["written", "Ada Example"],
  ]);
  expect(log[0]!.date).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(await repository.mergeBase()).toBe(await repository.resolve("HEAD~1"));
  expect(index().equals(before)).toBe(true);
  expect(existsSync(marker)).toBe(false);
});
