import { readFileSync, statSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { openParseCache } from "./parse-cache.ts";

test("what was put is there in the next run, each time as a value of its own", async () => {
  await using folder = await createFixture();
  const file = folder.getPath("cache/strata/parsed");
  const first = openParseCache(file, () => "v1");
  expect(first.get("yaml", "a: 1")).toBeUndefined();
  first.put("yaml", "a: 1", { a: 1 });
  first.save();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = openParseCache(file, () => "v1");
  const { value } = second.get("yaml", "a: 1")!;
  expect(value).toEqual({ a: 1 });
  (value as { a: number }).a = 2;
  expect(second.get("yaml", "a: 1")).toEqual({ value: { a: 1 } });
  expect(second.get("yaml", "a: 2")).toBeUndefined();
});

test("any JSON value comes back equal, whatever else is kept", async () => {
  await using folder = await createFixture();
  let made = 0;
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ noUnicodeString: false })),
      (any) => {
        // As parsing gives them: JSON has no minus zero, and no objects without a prototype.
        const texts = JSON.parse(JSON.stringify(any)) as Record<string, unknown>;
        const file = folder.getPath(`cache-${made++}`);
        const cache = openParseCache(file, () => "v1");
        for (const [text, value] of Object.entries(texts)) cache.put("yaml", text, value);
        cache.save();
        const again = openParseCache(file, () => "v1");
        for (const [text, value] of Object.entries(texts)) expect(again.get("yaml", text)).toEqual({ value });
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ["a number that is none", Number.NaN],
  ["a date", new Date(0)],
  ["minus zero", -0],
  ["nothing", undefined],
])("%s is not kept: JSON would make something else of it", async (_, value) => {
  await using folder = await createFixture();
  const cache = openParseCache(folder.getPath("parsed"), () => "v1");
  cache.put("yaml", "x", { value });
  expect(cache.get("yaml", "x")).toBeUndefined();
});

test("what other code made is not found, and both can keep their own", async () => {
  await using folder = await createFixture();
  const file = folder.getPath("parsed");
  for (const version of ["v1", "v2"]) {
    const cache = openParseCache(file, () => version);
    expect(cache.get("yaml", "a: 1")).toBeUndefined();
    cache.put("yaml", "a: 1", { by: version });
    cache.save();
  }
  for (const version of ["v1", "v2"])
    expect(openParseCache(file, () => version).get("yaml", "a: 1")).toEqual({ value: { by: version } });
});

test("what was not used goes once there is too much of it, oldest first, and what was used stays", async () => {
  await using folder = await createFixture();
  const file = folder.getPath("parsed");
  const texts = Array.from({ length: 9 }, (_, i) => `text ${i}`);
  for (const text of texts) {
    const cache = openParseCache(file, () => "v1");
    cache.put("yaml", text, "x".repeat(400_000));
    cache.save();
  }
  const last = openParseCache(file, () => "v1");
  expect(texts.filter((text) => last.get("yaml", text) !== undefined)).toEqual(texts.slice(-5));
});

test("a file with one changed byte, or of another format, is an empty cache and is written anew", async () => {
  await using folder = await createFixture();
  const file = folder.getPath("parsed");
  const cache = openParseCache(file, () => "v1");
  cache.put("yaml", "a: 10", { a: 10 });
  cache.save();
  const whole = readFileSync(file, "utf8");
  for (const damaged of [
    whole.replace('{"a":10}', '{"a":11}'),
    whole.slice(0, -1),
    whole.replace("1", "2"),
    "",
  ]) {
    writeFileSync(file, damaged);
    const broken = openParseCache(file, () => "v1");
    expect(broken.get("yaml", "a: 10"), damaged).toBeUndefined();
    broken.put("yaml", "a: 10", { a: 10 });
    broken.save();
    expect(openParseCache(file, () => "v1").get("yaml", "a: 10")).toEqual({ value: { a: 10 } });
  }
});

test("a cache that cannot be written is no reason to fail", async () => {
  await using folder = await createFixture({ file: "" });
  const cache = openParseCache(folder.getPath("file/parsed"), () => "v1");
  cache.put("yaml", "a: 1", { a: 1 });
  cache.save();
  expect(cache.get("yaml", "a: 1")).toEqual({ value: { a: 1 } });
});
