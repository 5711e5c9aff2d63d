import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { appendLine } from "./append-line.ts";

test("a new file is its owner's alone, and an open one becomes so", async () => {
  await using folder = await createFixture({});
  const file = folder.getPath("lines");
  appendLine(file, "one");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(folder.getPath("open"), "", { mode: 0o644 });
  appendLine(folder.getPath("open"), "one");
  expect(statSync(folder.getPath("open")).mode & 0o777).toBe(0o600);
});

test("a line begins on a line of its own, also behind a torn one", async () => {
  await using folder = await createFixture({ lines: '{"a":1}\n{"b":' });
  appendLine(folder.getPath("lines"), '{"c":3}');
  appendLine(folder.getPath("lines"), '{"d":4}');
  expect(readFileSync(folder.getPath("lines"), "utf8")).toBe('{"a":1}\n{"b":\n{"c":3}\n{"d":4}\n');
});

test("a line of several megabytes arrives whole", async () => {
  await using folder = await createFixture({});
  const long = "é".repeat(2_000_000);
  appendLine(folder.getPath("lines"), long);
  appendLine(folder.getPath("lines"), "after");
  expect(readFileSync(folder.getPath("lines"), "utf8")).toBe(`${long}\nafter\n`);
});

test("whatever was torn before, every appended line stands on its own", async () => {
  await using folder = await createFixture({});
  let run = 0;
  const step = fc.oneof(
    fc.record({ line: fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => JSON.stringify(text)) }),
    fc.record({ torn: fc.string({ minLength: 1, maxLength: 10 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const file = folder.getPath(`lines-${run++}`);
      for (const one of steps) {
        if ("line" in one) appendLine(file, one.line);
        else appendFileSync(file, one.torn);
      }
      const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
      let from = 0;
      for (const one of steps) {
        if (!("line" in one)) continue;
        const at = lines.indexOf(one.line, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + 1;
      }
    }),
    { numRuns: 80 },
  );
});

test("a folder in the file's place is an error with its path", async () => {
  await using folder = await createFixture({ lines: {} });
  expect(() => appendLine(folder.getPath("lines"), "x")).toThrow(expect.objectContaining({ code: "EISDIR" }));
});
