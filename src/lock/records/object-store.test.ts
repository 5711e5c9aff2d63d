import { createHash } from "node:crypto";
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { openObjectStore } from "./object-store.ts";

const hex = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

test("bytes come back under their own hash, whatever they are", async () => {
  await using folder = await createFixture({});
  const store = openObjectStore(folder.getPath(".strata"));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const hash = store.put(bytes);
      expect(hash).toBe(`sha256:${hex(bytes)}`);
      const found = store.get(hash);
      expect("bytes" in found && Buffer.from(found.bytes).equals(bytes)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("an object lies where its hash says, and is its owner's alone", async () => {
  await using folder = await createFixture({});
  openObjectStore(folder.getPath(".strata")).put("Grüße\n");
  // sha256sum says so of these bytes.
  const name = hex("Grüße\n");
  const file = folder.getPath(".strata", "objects", name.slice(0, 2), name);
  expect(readFileSync(file, "utf8")).toBe("Grüße\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder.getPath(".strata")).mode & 0o777).toBe(0o700);
});

test("what is there is not written again", async () => {
  await using folder = await createFixture({});
  const store = openObjectStore(folder.path);
  const hash = store.put("once");
  const file = folder.getPath("objects", hash.slice(7, 9), hash.slice(7));
  const long = new Date("2020-01-01T00:00:00Z");
  utimesSync(file, long, long);
  store.put("once");
  expect(statSync(file).mtimeMs).toBe(long.getTime());
});

test("bytes that do not match their name are one finding that names the file, and the next put mends them", async () => {
  await using folder = await createFixture({});
  const store = openObjectStore(folder.path);
  const hash = store.put("true");
  const file = folder.getPath("objects", hash.slice(7, 9), hash.slice(7));
  writeFileSync(file, "false");
  expect(store.get(hash)).toMatchObject({
    finding: { kind: "object-damaged", file, args: { hash, found: `sha256:${hex("false")}` } },
  });
  store.put("true");
  expect(store.get(hash)).toHaveProperty("bytes");
});

test("an object that is not there is a finding with its hash", async () => {
  await using folder = await createFixture({});
  const hash = `sha256:${"0".repeat(64)}` as const;
  expect(openObjectStore(folder.path).get(hash)).toMatchObject({
    finding: { kind: "object-missing", message: expect.stringContaining(hash) },
  });
});

test("a folder in an object's place is a finding, not a crash", async () => {
  const name = "0".repeat(64);
  await using folder = await createFixture({ objects: { "00": { [name]: {} } } });
  expect(openObjectStore(folder.path).get(`sha256:${name}`)).toMatchObject({
    finding: { kind: "object-unreadable" },
  });
});
