import { expect, test } from "vitest";
import { lockPath, readLock } from "./read-lock.ts";

const empty = { strata: 1, lock: 1, models: {}, stacks: {} };
const kindOf = (text: string) => {
  const read = readLock(text);
  return read.kind === "lock" ? "lock" : read.finding.kind;
};

test("a lock is read, with a BOM and CRLF too", () => {
  expect(kindOf(JSON.stringify(empty))).toBe("lock");
  expect(kindOf(`\ufeff${JSON.stringify(empty, null, 2).replaceAll("\n", "\r\n")}`)).toBe("lock");
});

test.each([
  ["", "lock-corrupted"],
  ["{", "lock-corrupted"],
  ["null", "lock-corrupted"],
  [JSON.stringify({ ...empty, stacks: [] }), "lock-corrupted"],
  [JSON.stringify({ ...empty, extra: 1 }), "lock-corrupted"],
  [JSON.stringify({ ...empty, lock: "2" }), "lock-corrupted"],
  [JSON.stringify({ ...empty, lock: 0 }), "lock-corrupted"],
  [JSON.stringify({ lock: 2, whatever: "it may hold" }), "lock-newer"],
  [JSON.stringify({ ...empty, strata: 2 }), "lock-newer"],
  [`{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> other\n}`, "lock-conflict"],
])("%j is %s", (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});

test("what is wrong has the file, one line, and what to do", () => {
  for (const text of ["{", JSON.stringify({ ...empty, stacks: { a: { layers: 1 } } }), "{\n<<<<<<< a\n"]) {
    const read = readLock(text);
    if (read.kind === "lock") throw new Error("read");
    expect(read.finding.file).toBe(lockPath);
    expect(read.finding.message).not.toContain("\n");
    expect(read.finding.message).toContain("strata lock");
  }
  expect(readLock("{\n<<<<<<< a\n")).toMatchObject({ finding: { line: 2 } });
});
