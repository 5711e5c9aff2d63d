import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";
import { isUserError } from "../../util/index.ts";
import { ownFiles } from "./create-export.ts";
import { writeExport } from "./write-export.ts";

/** An export of texts, with a manifest that names them. */
function anExport(texts: Record<string, string>, more: object = {}): Map<string, string> {
  const digest = (text: string) => `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
  const files = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, digest(text)]));
  const manifest = JSON.stringify({ strata: 1, export: 1, combinations: [], files, ...more });
  return new Map([
    ...Object.entries(texts),
    ...ownFiles.map((file) => [file, file === "manifest.json" ? manifest : ""] as const),
  ]);
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

const kindsOf = (write: () => unknown): unknown => {
  try {
    return write();
  } catch (error) {
    return isUserError(error) ? error.findings.map(({ kind }) => kind) : error;
  }
};

test("an export takes the place of the earlier one whole, stale files and all", async () => {
  await using folder = await createFixture({});
  const out = folder.getPath("deep/out");
  expect(writeExport(out, anExport({ "a/one.txt": "1", "a/two.txt": "2" }))).toBe(true);
  expect(writeExport(out, anExport({ "a/one.txt": "1!", "b/three.txt": "3" }))).toBe(true);
  expect(filesBelow(out)).toEqual([...ownFiles, "a/one.txt", "b/three.txt"].toSorted());
  expect(readFileSync(path.join(out, "a/one.txt"), "utf8")).toBe("1!");
  expect(readdirSync(folder.getPath("deep"))).toEqual(["out"]);
});

test("an export that says the same touches no file", async () => {
  await using folder = await createFixture({});
  const files = anExport({ "a/one.txt": "1" });
  writeExport(folder.getPath("out"), files);
  const long = new Date("2020-01-01T00:00:00Z");
  for (const file of files.keys()) utimesSync(folder.getPath("out", file), long, long);
  expect(writeExport(folder.getPath("out"), files)).toBe(false);
  expect([...files.keys()].map((file) => statSync(folder.getPath("out", file)).mtimeMs)).toEqual(
    [...files.keys()].map(() => long.getTime()),
  );
});

test("a damaged file of an export is written again", async () => {
  await using folder = await createFixture({});
  const files = anExport({ "one.txt": "1" });
  writeExport(folder.getPath("out"), files);
  writeFileSync(folder.getPath("out/one.txt"), "2");
  expect(writeExport(folder.getPath("out"), files)).toBe(true);
  expect(readFileSync(folder.getPath("out/one.txt"), "utf8")).toBe("1");
});

test("an empty folder is taken, and the folder behind a link is exchanged while the link stays", async () => {
  await using folder = await createFixture({ real: {} });
  symlinkSync(folder.getPath("real"), folder.getPath("link"));
  writeExport(folder.getPath("link"), anExport({ "one.txt": "1" }));
  writeExport(folder.getPath("link"), anExport({ "two.txt": "2" }));
  expect(filesBelow(folder.getPath("real"))).toContain("two.txt");
  expect(readdirSync(folder.path).toSorted()).toEqual(["link", "real"]);
});

describe("a folder that holds anything else is refused and stays as it was", () => {
  const fresh = anExport({ "one.txt": "new" });
  const cases: [string, Record<string, string>, string][] = [
    ["no manifest", { "notes.md": "mine" }, "not-an-export"],
    ["a manifest of another tool", { "manifest.json": '{"name":"app"}' }, "not-an-export"],
    ["a broken manifest", { "manifest.json": "{" }, "not-an-export"],
    [
      "a file beside an export",
      { ...Object.fromEntries(anExport({ "one.txt": "1" })), "notes.md": "mine" },
      "not-an-export",
    ],
    ["a hidden file", { ".git/HEAD": "ref: x" }, "not-an-export"],
    ["a newer export", Object.fromEntries(anExport({}, { export: 2 })), "newer-export"],
  ];
  test.each(cases)("%s", async (_, present, kind) => {
    await using folder = await createFixture({ out: present });
    const before = filesBelow(folder.getPath("out"));
    expect(kindsOf(() => writeExport(folder.getPath("out"), fresh))).toEqual([kind]);
    expect(filesBelow(folder.getPath("out"))).toEqual(before);
    expect(readdirSync(folder.path)).toEqual(["out"]);
  });
});

test("an export that cannot be written to its end leaves the earlier one, and nothing beside it", async () => {
  await using folder = await createFixture({});
  const earlier = anExport({ "one.txt": "1" });
  writeExport(folder.getPath("out"), earlier);
  const tooLong = anExport({ "one.txt": "2", [`z${"z".repeat(300)}.txt`]: "3" });
  expect(kindsOf(() => writeExport(folder.getPath("out"), tooLong))).toMatchObject({ code: "ENAMETOOLONG" });
  expect(readFileSync(folder.getPath("out/one.txt"), "utf8")).toBe("1");
  expect(readdirSync(folder.path)).toEqual(["out"]);
});

/** A shell in which a mount is nobody else's business. */
const aside = (script: string, ...argv: string[]) =>
  spawnSync("sh", ["-c", `unshare -m sh -c '${script}' sh "$@"`, "sh", ...argv], { encoding: "utf8" });

test.skipIf(aside("true").status !== 0)(
  "a mount point cannot be exchanged, and is said by name",
  async () => {
    await using folder = await createFixture({
      ...{ out: {} },
      "write.ts": `
      import { writeExport } from ${JSON.stringify(path.join(import.meta.dirname, "write-export.ts"))};
      try { writeExport(process.argv[2], new Map([["manifest.json", ""]])); } catch (error) { console.log(error.code); }
    `,
    });
    const mount = 'mount -t tmpfs none "$1" && "$2" "$3" "$1"';
    const { stdout } = aside(mount, folder.getPath("out"), process.execPath, folder.getPath("write.ts"));
    expect(stdout).toBe("cannot-replace\n");
  },
);
