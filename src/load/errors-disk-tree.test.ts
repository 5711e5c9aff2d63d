import { execFileSync } from "node:child_process";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskTree } from "./disk-tree.ts";
import { readText } from "./read-file.ts";
import type { SourceTree } from "./source-tree.ts";

let outside: FsFixture;
let root: FsFixture;
let tree: SourceTree;

beforeAll(async () => {
  outside = await createFixture({ "secret.md": "SECRET" });
  root = await createFixture({
    "a.md": "a",
    "dir/b.md": "b",
    "to-a.md": ({ symlink }) => symlink("a.md"),
    "to-dir": ({ symlink }) => symlink("dir"),
    "to-nothing.md": ({ symlink }) => symlink("nothing.md"),
    "loop-1": ({ symlink }) => symlink("loop-2"),
    "loop-2": ({ symlink }) => symlink("loop-1"),
    "dir/to-itself": ({ symlink }) => symlink("../dir"),
    "out.md": ({ symlink }) => symlink(outside.getPath("secret.md")),
    out: ({ symlink }) => symlink(outside.path),
    "to-out.md": ({ symlink }) => symlink("out.md"),
    up: ({ symlink }) => symlink(".."),
  });
  execFileSync("mkfifo", [root.getPath("pipe.md")]);
  tree = diskTree(root.path);
});
afterAll(async () => {
  await root.rm();
  await outside.rm();
});

test.each([
  ["nothing.md", "missing-file"],
  ["nothing/deep.md", "missing-file"],
  ["a.md/below-a-file.md", "missing-file"],
  ["to-nothing.md", "missing-file"],
  ["loop-1", "missing-file"],
  ["loop-1/x.md", "missing-file"],
  ["dir", "not-a-file"],
  ["to-dir", "not-a-file"],
  ["", "not-a-file"],
  ["pipe.md", "not-a-file"],
  ["pipe.md/x", "missing-file"],
  ["out.md", "outside-root"],
  ["out/secret.md", "outside-root"],
  ["to-out.md", "outside-root"],
  ["../secret.md", "outside-root"],
  ["dir/../../x", "outside-root"],
  ["up/x", "outside-root"],
])("reading %j is refused: %s", (file, kind) => {
  const read = readText(tree, file);
  expect("findings" in read && read.findings.map((finding) => [finding.kind, finding.file])).toEqual([
    [kind, file],
  ]);
});

test.each([
  ["a.md", "a"],
  ["./dir//b.md", "b"],
  ["dir/../a.md", "a"],
  ["to-a.md", "a"],
  ["to-dir/b.md", "b"],
  ["dir/to-itself/to-itself/b.md", "b"],
])("reading %j inside the root is fine", (file, text) => {
  expect(readText(tree, file)).toEqual({ text });
});

test("names are matched exactly, on file systems that fold case too", () => {
  for (const name of ["A.md", "DIR/b.md", "dir/B.md"])
    expect(tree.lookup(name)).toMatchObject({ kind: "missing" });
});

test("a link is told: where it goes, and where the bytes really are", () => {
  expect(tree.lookup("to-a.md")).toMatchObject({ kind: "file", path: "a.md", link: "a.md" });
  expect(tree.lookup("to-dir/b.md")).toMatchObject({ kind: "file", path: "dir/b.md", link: "dir" });
  expect(tree.lookup("out/secret.md")).toMatchObject({
    kind: "outside",
    link: outside.path.replace(/\/$/, ""),
  });
});

test("a root that is itself reached through a link is a root like any other", async () => {
  await using link = await createFixture({ root: ({ symlink }) => symlink(root.path) });
  expect(readText(diskTree(link.getPath("root")), "a.md")).toEqual({ text: "a" });
});

test("a tree is one snapshot: what changes on disk afterwards is not seen", async () => {
  await using other = await createFixture({ "a.md": "before" });
  const snapshot = diskTree(other.path);
  expect(readText(snapshot, "a.md")).toEqual({ text: "before" });
  await other.writeFile("a.md", "after");
  await other.writeFile("b.md", "new");
  expect([readText(snapshot, "a.md"), snapshot.lookup("b.md").kind]).toEqual([{ text: "before" }, "missing"]);
});
