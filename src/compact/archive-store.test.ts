import { createFixture } from "fs-fixture";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openObjectStore } from "../lock/index.ts";
import { sha256 } from "../util/index.ts";
import { storeArchive } from "./archive-store.ts";

test("a transcript is kept under its own hash, and a damaged one counts as none", async () => {
  await using fixture = await createFixture();
  const archive = storeArchive(openObjectStore(fixture.path));
  const hash = archive.put("line\nÜ\n");
  expect(hash).toBe(sha256("line\nÜ\n"));
  expect(archive.get(hash)).toBe("line\nÜ\n");
  expect(archive.get(sha256("other"))).toBeNull();
  const [folder] = readdirSync(path.join(fixture.path, "objects"));
  writeFileSync(path.join(fixture.path, "objects", folder!, hash.slice("sha256:".length)), "other");
  expect(archive.get(hash)).toBeNull();
});
