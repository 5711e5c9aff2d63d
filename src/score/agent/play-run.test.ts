import fc from "fast-check";
import { expect, test } from "vitest";
import { playRun, workspacePath } from "./play-run.ts";
import { scriptedResult } from "./scripted-result.ts";
import { aCall, aRun, aWrite, files, root } from "./testing.ts";

test("a call writes what the script says, or what its arguments say, and removes", () => {
  const run = aRun(
    aWrite("src/pay.ts", "export const pay = 2;\n"),
    aCall("bash", { command: "make" }, { changes: [{ path: "dist/pay.js", text: "2\n" }] }),
    aCall("bash", { file: "notes.md" }, { changes: [{ pathArgument: "file", remove: true }] }),
  );
  expect(run.calls.map(({ changed }) => changed)).toEqual([
    [{ path: "src/pay.ts", before: files["src/pay.ts"], after: "export const pay = 2;\n" }],
    [{ path: "dist/pay.js", before: undefined, after: "2\n" }],
    [{ path: "notes.md", before: "Keep it short.\n", after: undefined }],
  ]);
  expect(["src/pay.ts", "dist/pay.js", "notes.md", "test/pay.test.ts"].map(run.after)).toEqual([
    "export const pay = 2;\n",
    "2\n",
    undefined,
    files["test/pay.test.ts"],
  ]);
  expect(run.before("notes.md")).toBe("Keep it short.\n");
});

test("a text that is already there is no change, nor is a call without the argument, nor a removal of nothing", () => {
  const run = aRun(
    aWrite("notes.md", files["notes.md"]),
    aCall("write", { path: 7 }, { changes: [{ pathArgument: "path", textArgument: "content" }] }),
    aCall("write", "not an object", { changes: [{ pathArgument: "path", text: "x" }] }),
    aCall("bash", {}, { changes: [{ path: "nowhere.md", remove: true }] }),
  );
  expect(run.calls.flatMap(({ changed }) => changed)).toEqual([]);
});

test("paths are those of the workspace, however a call writes them; what lies outside stays absolute", () => {
  for (const path of ["a/b.ts", "./a/b.ts", "a//x/../b.ts", `${root}/a/b.ts`]) {
    expect(workspacePath(path, root)).toBe("a/b.ts");
  }
  expect(workspacePath("/etc/passwd", root)).toBe("/etc/passwd");
  expect(workspacePath("../other/a.ts", root)).toBe("/home/dev/other/a.ts");
  expect(workspacePath("/home/dev/shopping/a.ts", root)).toBe("/home/dev/shopping/a.ts");
});

test("the files after any run are those of a map that the same changes were made to", () => {
  const path = fc.constantFrom("src/pay.ts", "notes.md", "new.md", "a/b");
  const change = fc.record({ path, text: fc.option(fc.constantFrom("", "one", "two"), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const expected = new Map(Object.entries(files));
      for (const { path: at, text } of changes) {
        if (text === undefined) expected.delete(at);
        else expected.set(at, text);
      }
      const run = aRun(
        ...changes.map(({ path: at, text }) =>
          aCall(
            "write",
            {},
            { changes: [text === undefined ? { path: at, remove: true } : { path: at, text }] },
          ),
        ),
      );
      for (const at of ["src/pay.ts", "notes.md", "new.md", "a/b"]) {
        expect(run.after(at)).toBe(expected.get(at));
        expect(run.before(at)).toBe(files[at]);
      }
    }),
    { numRuns: 80 },
  );
});

test("the first result that fits a call is its result; arguments that the script does not name do not matter", () => {
  const result = (text: string, given?: Record<string, string>) => ({
    ...{ name: "read", result: text, isError: false },
    ...(given === undefined ? {} : { arguments: given }),
  });
  const results = [result("a", { path: "a.md" }), result("any")];
  const read = (given: unknown) => scriptedResult({ name: "read", arguments: given }, results)?.result;
  expect([read({ path: "a.md", limit: 3 }), read({ path: "b.md" }), read("a.md")]).toEqual([
    "a",
    "any",
    "any",
  ]);
  expect(scriptedResult({ name: "write", arguments: {} }, results)).toBeUndefined();
  expect(playRun([], () => undefined, root).calls).toEqual([]);
});
