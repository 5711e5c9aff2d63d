import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryTree } from "./memory-tree.ts";
import type { SourceTree } from "./source-tree.ts";

type Files = Record<string, string | null>;

const folder = fc.constantFrom("", "a/", "b/", "a/c/", "b/d/e/");
const path = fc.tuple(folder, fc.constantFrom("1.md", "2.md")).map(([dir, name]) => dir + name);
const files = fc.dictionary(path, fc.constantFrom("x", "y"), { maxKeys: 6, noNullPrototype: true });
const overlay = fc.dictionary(path, fc.constantFrom<string | null>("x", "z", null), {
  maxKeys: 6,
  noNullPrototype: true,
});

const textAt = (tree: SourceTree, at: string) => {
  const entry = tree.lookup(at);
  return entry.kind === "file" ? Buffer.from(entry.read()).toString("utf8") : entry.kind;
};
/** Everything of a tree, by walking it; folders that hold nothing are no part of it. */
function walk(tree: SourceTree, at = ""): Record<string, string> {
  const entry = tree.lookup(at);
  if (entry.kind === "file") return { [at]: Buffer.from(entry.read()).toString("utf8") };
  if (entry.kind !== "directory") return {};
  return Object.assign({}, ...entry.names.map((name) => walk(tree, at === "" ? name : `${at}/${name}`)));
}
function merged(under: Files, over: Files): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...under, ...over }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

test("a walk finds exactly the files that were put in", () => {
  fc.assert(fc.property(files, (given) => void expect(walk(memoryTree(given))).toEqual({ ...given })));
});

test("over another tree, files are added, replaced and hidden", () => {
  fc.assert(
    fc.property(files, overlay, (under, over) => {
      const tree = memoryTree(over, memoryTree(under));
      expect(walk(tree)).toEqual(merged(under, over));
      for (const at of Object.keys({ ...under, ...over }))
        expect(textAt(tree, at)).toBe(merged(under, over)[at] ?? "missing");
    }),
  );
});

test("the order in which paths are asked for does not matter", () => {
  fc.assert(
    fc.property(files, overlay, (under, over) => {
      const [down, up] = [memoryTree(over, memoryTree(under)), memoryTree(over, memoryTree(under))];
      walk(down);
      for (const at of Object.keys({ ...under, ...over })) expect(textAt(down, at)).toBe(textAt(up, at));
      expect(walk(up)).toEqual(walk(down));
    }),
  );
});

test("names stand in code-unit order", () => {
  const entry = memoryTree({ b: "", a: "", B: "", "10": "", "9": "" }).lookup("");
  expect(entry).toMatchObject({ kind: "directory", names: ["10", "9", "B", "a", "b"] });
});

test("paths are looked up however they are written", () => {
  const tree = memoryTree({ "a/b.md": "x" });
  for (const at of ["a/b.md", "/a/b.md", "./a//b.md", "a/../a/./b.md"]) expect(textAt(tree, at)).toBe("x");
  expect(tree.lookup("../b.md").kind).toBe("outside");
  expect(tree.lookup("A/b.md").kind).toBe("missing");
});

test("bytes that are no text arrive as they are", () => {
  const entry = memoryTree({ a: Uint8Array.of(0, 255) }).lookup("a");
  expect(entry).toMatchObject({ kind: "file", size: 2 });
  expect(entry.kind === "file" && [...entry.read()]).toEqual([0, 255]);
});

describe("null on a folder", () => {
  const tree = memoryTree({ "a/c": null }, memoryTree({ "a/1.md": "x", "a/c/2.md": "y" }));

  test("hides it from the folder above, and itself", () => {
    expect(tree.lookup("a")).toMatchObject({ names: ["1.md"] });
    expect(tree.lookup("a/c").kind).toBe("missing");
  });

  test("hides what is in it", () => {
    expect(tree.lookup("a/c/2.md").kind).toBe("missing");
  });
});

test("a file in the place of a folder hides what is in it", () => {
  const tree = memoryTree({ a: "x" }, memoryTree({ "a/1.md": "y" }));
  expect(tree.lookup("a/1.md").kind).toBe("missing");
});

test("a file is found at its path, however the path was given", () => {
  expect(textAt(memoryTree({ "./a/b.md": "x" }), "a/b.md")).toBe("x");
});
