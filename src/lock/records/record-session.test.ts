import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";
import { layerText } from "../../assemble/index.ts";
import { isUserError, type Sha256 } from "../../util/index.ts";
import { openObjectStore } from "./object-store.ts";
import { readRecordsFile } from "./read-records.ts";
import { recordEvent, recordSession } from "./record-session.ts";
import { aRecordedAssembly, personal } from "./testing.ts";

const digest = (text: string) =>
  `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}` as Sha256;
const now = new Date("2026-03-30T12:00:00.250Z");
const git = { commit: "0".repeat(40), dirty: true };
const facts = { session: "s-1", git };

/** Everything below a folder, in one text. */
function contents(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8")).join("\n");
}

test("a record says who, when, from what, and by which hashes", async () => {
  await using folder = await createFixture({});
  const assembly = aRecordedAssembly();
  const dir = folder.getPath(".strata");
  const record = recordSession(assembly, facts, { dir, now });
  expect(readRecordsFile(path.join(dir, "sessions.jsonl")).records).toEqual([record]);
  expect(record).toEqual({
    ...{ strata: 1, event: "start", session: "s-1", time: "2026-03-30T12:00:00.250Z" },
    ...{ stack: "demo", variant: "default", profile: "main", model: "acme:one", scenario: "reference" },
    recipeHash: assembly.recipeHash,
    // Of what the parts are, joined as the stack says.
    hash: digest(`Be brief.\n\n\nToken:\ntok-5f3a\n\n${personal.memory}\n\nI like tea.`),
    maskedHash: digest(`Be brief.\n\n\n{{token}}\n\n${personal.memory}\n\nI like tea.`),
    ...{ prefixHash: assembly.prefixHash, toolsHash: assembly.toolsHash },
    channels: { user_prefix: digest(`${personal.turn}\n\n{{seal}}`) },
    layers: [
      {
        id: "core",
        version: "1.0.0",
        channel: "system",
        hash: digest("Be brief.\n"),
        sourceHash: digest("Be brief.\n"),
      },
      { id: "token", version: null, channel: "system" },
      { id: "memory", version: null, channel: "system", hash: digest(`${personal.memory}\n\nI like tea.`) },
      { id: "recall", version: null, channel: "user_prefix", hash: digest(personal.turn) },
      { id: "seal", version: null, channel: "user_prefix" },
    ],
    sources: [
      { layer: "memory", scope: "project", path: "NOTES.md", sourceHash: digest(personal.memory) },
      { layer: "memory", scope: "user", path: "~/.demo/ME.md", sourceHash: digest("I like tea.") },
    ],
    ...{ secrets: ["token", "seal"], git, text: false },
  });
});

test("a record holds no text of a person, no secret, and no folder of the machine", async () => {
  await using folder = await createFixture({});
  const dir = folder.getPath(".strata");
  recordSession(aRecordedAssembly(), { ...facts, cluster: "anna@example.com" }, { dir, now });
  expect(readdirSync(dir).toSorted()).toEqual([".gitignore", "sessions.jsonl"]);
  const written = contents(dir);
  for (const word of ["Anna", "anna", "4711", "dog", "tea", "tok-5f3a", "/home/", "Be brief"]) {
    expect(written).not.toContain(word);
  }
});

test("the folder and the file are their owner's alone, whatever the umask", async () => {
  await using folder = await createFixture({});
  const dir = folder.getPath(".strata");
  const umask = process.umask(0);
  try {
    recordSession(aRecordedAssembly(), facts, { dir, now });
  } finally {
    process.umask(umask);
  }
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(dir, "sessions.jsonl")).mode & 0o777).toBe(0o600);
});

describe("with text", () => {
  test("the bytes of channels and layers are kept under the hashes of the record", async () => {
    await using folder = await createFixture({});
    const dir = folder.getPath(".strata");
    const assembly = aRecordedAssembly();
    const record = recordSession(assembly, facts, { dir, now, withText: true });
    expect(record).toMatchObject({ text: true });
    const get = (hash: Sha256) => {
      const found = openObjectStore(dir).get(hash);
      return "bytes" in found ? Buffer.from(found.bytes).toString("utf8") : found.finding.kind;
    };
    expect(get(assembly.maskedHash)).toBe(`Be brief.\n\n\n{{token}}\n\n${personal.memory}\n\nI like tea.`);
    for (const layer of assembly.layers) {
      const isSecret = assembly.secrets.includes(layer.id);
      expect(get(layer.hash)).toBe(isSecret ? "object-missing" : layerText(assembly, layer));
    }
    expect(get(assembly.hash)).toBe("object-missing");
  });

  test("a secret is in no object, and equal texts are there once", async () => {
    await using folder = await createFixture({});
    const dir = folder.getPath(".strata");
    const options = { dir, now, withText: true };
    recordSession(aRecordedAssembly(), facts, options);
    const objects = readdirSync(path.join(dir, "objects"), { recursive: true });
    recordSession(aRecordedAssembly(), { ...facts, session: "s-2" }, options);
    expect(readdirSync(path.join(dir, "objects"), { recursive: true })).toEqual(objects);
    expect(contents(dir)).not.toContain("tok-5f3a");
  });

  test("another secret changes hash and nothing that masks it", () => {
    const other = aRecordedAssembly({ scenario: { values: { token: "tok-0000" } } });
    const one = aRecordedAssembly();
    expect(other.hash).not.toBe(one.hash);
    expect(other.maskedHash).toBe(one.maskedHash);
  });
});

describe("a later event", () => {
  test("is a further line of the session, with the new prompt where there is one", async () => {
    await using folder = await createFixture({});
    const options = { dir: folder.getPath(".strata"), now };
    const before = recordSession(aRecordedAssembly(), facts, options);
    const fresh = aRecordedAssembly({ workspace: { "NOTES.md": "Moved." } });
    const reload = recordEvent(
      { session: "s-1", event: "reload", layer: "memory", prompt: fresh, git },
      options,
    );
    const compaction = recordEvent({ session: "s-1", event: "compaction" }, options);
    const outcome = recordEvent(
      { session: "s-1", event: "outcome", value: 0.5, cluster: "user-17" },
      options,
    );
    expect(reload).toMatchObject({ event: "reload", layer: "memory", prompt: { hash: fresh.hash, git } });
    expect(outcome).toEqual({
      ...{ strata: 1, event: "outcome", session: "s-1", time: now.toISOString(), value: 0.5 },
      // printf 'strata-cluster\0user-17' | sha256sum
      cluster: "sha256:c4682d2dc3a07ab7ffb3c734ec20b6de1362e3d683f4583ce1641a74ce5573e1",
    });
    const { records } = readRecordsFile(folder.getPath(".strata", "sessions.jsonl"));
    expect(records).toEqual([before, reload, compaction, outcome]);
  });

  test("with a key has a cluster that only the key's holders can check", async () => {
    await using folder = await createFixture({});
    const options = { dir: folder.path, now, clusterKey: "key" };
    expect(
      recordEvent({ session: "s", event: "outcome", value: "fail", cluster: "user-17" }, options),
    ).toMatchObject({
      // Python: hmac.new(b"key", b"user-17", "sha256")
      cluster: "hmac-sha256:d50c2368e78c3cfce8119584a0ba20582cf407110154a1c927fca7dd0906f842",
    });
  });
});

describe("what cannot be recorded is refused, and nothing is written", () => {
  const refused = (record: (dir: string) => unknown, dir: string) => {
    try {
      record(dir);
    } catch (error) {
      return isUserError(error) ? error.findings.map(({ kind }) => kind) : String(error);
    }
    return "written";
  };

  test.each(["", " ", "a b", "a\nb", "a\u0000", "x".repeat(201), "\u202ex"])(
    "the session %j",
    async (session) => {
      await using folder = await createFixture({});
      const dir = folder.getPath(".strata");
      expect(refused(() => recordSession(aRecordedAssembly(), { session, git }, { dir, now }), dir)).toEqual([
        "bad-session",
      ]);
      expect(existsSync(dir)).toBe(false);
    },
  );

  test.each([-0.1, 1.1, Number.NaN, Infinity])("the outcome %d", async (value) => {
    await using folder = await createFixture({});
    const dir = folder.getPath(".strata");
    expect(refused(() => recordEvent({ session: "s", event: "outcome", value }, { dir, now }), dir)).toEqual([
      "bad-outcome",
    ]);
    expect(existsSync(dir)).toBe(false);
  });

  test("into a folder that cannot be made", async () => {
    await using folder = await createFixture({ ".strata": "a file" });
    const write = () => recordSession(aRecordedAssembly(), facts, { dir: folder.getPath(".strata"), now });
    expect(refused(write, "")).toEqual(["cannot-write"]);
    expect(write).toThrow(/\.strata cannot be written/);
  });
});
