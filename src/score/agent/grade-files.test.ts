import { expect, test } from "vitest";
import { aSubject, deps } from "../fixtures.ts";
import { scoreOutput } from "../score-case.ts";
import type { Assertion } from "../types.ts";
import { workspaceFiles } from "./grade-files.ts";
import { aCall, aRun, aWrite, flagsOf } from "./testing.ts";

const calls = [
  aWrite("src/pay.ts", "export const pay = 2;\nexport const tip = 1;\n"),
  aWrite("docs/pay.md", "Pay twice.\n"),
  aCall("bash", {}, { changes: [{ path: "notes.md", remove: true }] }),
];

async function grade(type: string, value: unknown) {
  const subject = {
    ...aSubject(),
    agent: { run: aRun(...calls), flags: flagsOf(calls, { scope: ["src/**"] }) },
  };
  const [result] = await scoreOutput([{ type, value }], subject, deps);
  expect(result!.error).toBeUndefined();
  return result!;
}

/** What each question says of a file, and what it says turned around. */
test.each([
  ["file-exists", "docs/pay.md", true],
  ["file-exists", ["docs/pay.md", "notes.md"], false],
  ["file-absent", "notes.md", true],
  ["file-absent", "src/pay.ts", false],
  ["file-contains", { path: "src/pay.ts", text: "pay = 2" }, true],
  ["file-contains", { path: "src/pay.ts", text: "pay = 1" }, false],
  ["file-contains", { path: "docs/pay.md", text: ["Pay", "twice"] }, true],
  ["file-unchanged", "test/pay.test.ts", true],
  ["file-unchanged", "src/pay.ts", false],
  ["file-unchanged", "notes.md", false],
  ["file-unchanged", "docs/pay.md", false],
])("%s %j: %s", async (type, value, pass) => {
  expect((await grade(`strata:${type}`, value)).pass).toBe(pass);
  if (!Array.isArray(value)) expect((await grade(`not-strata:${type}`, value)).pass).toBe(!pass);
});

test("a misspelt path fails both ways", async () => {
  for (const not of ["", "not-"]) {
    expect(await grade(`${not}strata:file-unchanged`, "src/pya.ts")).toMatchObject({
      pass: false,
      reason: 'never there: "src/pya.ts"',
    });
    expect(await grade(`${not}strata:file-contains`, { path: "notes.md", text: "short" })).toMatchObject({
      pass: false,
      reason: '"notes.md" is not there',
    });
  }
});

test("of several files or texts each must hold, and none when it is turned around", async () => {
  expect(await grade("strata:file-unchanged", ["test/pay.test.ts", "src/pay.ts"])).toMatchObject({
    pass: false,
    reason: '"src/pay.ts" was changed',
  });
  expect((await grade("not-strata:file-exists", ["notes.md", "src/pay.ts"])).pass).toBe(false);
  const texts = { path: "src/pay.ts", text: ["pay = 2", "pay = 1"] };
  expect((await grade("strata:file-contains", texts)).pass).toBe(false);
  expect((await grade("not-strata:file-contains", texts)).pass).toBe(false);
});

test("a flag that only warns fails the case that says so", async () => {
  expect((await grade("strata:no-flags", "loop")).pass).toBe(true);
  expect(await grade("strata:no-flags", ["loop", "scope_creep"])).toMatchObject({
    pass: false,
    reason: 'scope_creep: call 2, write, changes "docs/pay.md", which is outside the task',
  });
});

test("without tools there is nothing to look at: not measured, never passed", async () => {
  for (const type of ["strata:file-absent", "not-strata:file-exists", "strata:no-flags"]) {
    const value = type === "strata:no-flags" ? "loop" : "a.md";
    const [result] = await scoreOutput([{ type, value }], aSubject(), deps);
    expect(result).toMatchObject({ pass: false, error: true });
  }
});

test("the files that a case asks about are known before it runs", () => {
  const asked: Assertion[] = [
    { type: "contains", value: "a.md" },
    { type: "not-strata:file-exists", value: ["a.md", "b.md"] },
    { type: "strata:file-contains", value: { path: "c.md", text: "x" } },
    { type: "strata:file-unchanged", value: 7 },
  ];
  expect(workspaceFiles(asked)).toEqual(["a.md", "b.md", "c.md"]);
});
