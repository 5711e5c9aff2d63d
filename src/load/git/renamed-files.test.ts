import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryTree } from "../memory-tree.ts";
import { renamedFiles } from "./renamed-files.ts";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `rule ${from + i}\n`).join("");

function renames(before: Record<string, string>, after: Record<string, string>) {
  return Object.fromEntries(renamedFiles(memoryTree(before), memoryTree(after)));
}

test("a file that keeps half of its lines is the same file under a new name", () => {
  expect(
    renames({ "prompts/a.md": lines(10, 20) }, { "prompts/b.md": lines(10, 15) + lines(30, 34) }),
  ).toEqual({
    "prompts/a.md": "prompts/b.md",
  });
  expect(
    renames({ "prompts/a.md": lines(10, 20) }, { "prompts/b.md": lines(10, 13) + lines(30, 37) }),
  ).toEqual({});
});

test("line ends and a byte order mark make no other file of it; one that stayed is no rename", () => {
  const before = { "prompts/a.md": "one\ntwo\n", "prompts/kept.md": "one\ntwo\n" };
  const after = { "prompts/b.md": "\ufeffone\r\ntwo\r\n", "prompts/kept.md": "other" };
  expect(renames(before, after)).toEqual({ "prompts/a.md": "prompts/b.md" });
});

test("of two equal files each goes where its name went; files outside prompts/ are not looked at", () => {
  const before = { "prompts/x/a.md": "same", "prompts/x/b.md": "same", "notes/c.md": "same" };
  const after = { "prompts/y/b.md": "same", "prompts/y/a.md": "same", "notes/d.md": "same" };
  expect(renames(before, after)).toEqual({
    "prompts/x/a.md": "prompts/y/a.md",
    "prompts/x/b.md": "prompts/y/b.md",
  });
});

test("whatever moves unchanged is followed to where it is, and nothing twice", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e", "f");
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1 }), (names) => {
      const files = (folder: string) =>
        Object.fromEntries(names.map((one) => [`prompts/${folder}/${one}.md`, `text of ${one}`]));
      const expected = names.map((one) => [`prompts/x/${one}.md`, `prompts/y/${one}.md`]);
      expect(renames(files("x"), files("y"))).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 50 },
  );
});
