import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskTree } from "../../src/load/index.ts";
import { aScenario, sourcesOf, textOf, type WorldSpec } from "../../src/assemble/testing.ts";
import { type AbhedSpec, assembleAbhed } from "./testing-abhed.ts";

// ABH-20: regular file, never through a link, over 4 MiB skipped whole with a reason, workspace files inside it.

const fourMebibytes = 4 * 1024 * 1024;
/** Through a tree, so that megabytes are not kept as the key of a loaded project. */
const assembled = (world: WorldSpec) => assembleAbhed({ ...world, through: (tree) => tree });
const considered = (assembly: ReturnType<typeof assembled>, file: string) =>
  sourcesOf(assembly, "memory").find(({ path }) => path === file)!;

test("ABH-20 a memory file of 4 MiB is taken whole", () => {
  const assembly = assembled({ workspace: { "ABHED.md": Buffer.alloc(fourMebibytes, "x") } });
  expect(considered(assembly, "ABHED.md").status).toBe("taken");
  expect(textOf(assembly, "memory")?.match(/x*$/)?.[0]).toHaveLength(fourMebibytes);
});

describe.each([
  ["workspace", "ABHED.md", "ABHED.md"],
  ["workspace", "ABHED.local.md", "ABHED.local.md"],
  ["home", ".abhed/ABHED.md", "~/.abhed/ABHED.md"],
  ["managed", "abhed/ABHED.md", "/etc/abhed/ABHED.md"],
  ["home", ".abhed/projects/shop/MEMORY.md", "~/.abhed/projects/shop/MEMORY.md"],
])("ABH-20 in %s: %s", (folder, file, shown) => {
  const given = (content: string | Uint8Array): WorldSpec => ({ [folder]: { [file]: content } });

  test("ABH-20 a memory file over 4 MiB is skipped whole with a reason", () => {
    const assembly = assembled(given(Buffer.alloc(fourMebibytes + 1, "x")));
    expect(textOf(assembly, "memory")).toBeUndefined();
    expect(considered(assembly, shown)).toMatchObject({ status: "skipped", bytes: fourMebibytes + 1 });
    expect(considered(assembly, shown).reason).toContain("MiB");
  });

  test.each<[string, string | Uint8Array]>([
    ["is not UTF-8", Uint8Array.of(0x61, 0xff)],
    ["is cut UTF-8", Uint8Array.of(0x61, 0xe2, 0x82)],
    ["holds a NUL byte", "a\0b"],
  ])("ABH-20 a memory file that %s is skipped with a reason, and nothing fails", (_, content) => {
    const assembly = assembled(given(content));
    expect(textOf(assembly, "memory")).toBeUndefined();
    expect(considered(assembly, shown)).toMatchObject({ status: "skipped", reason: expect.any(String) });
    expect(assembly.diagnostics).toEqual([]);
  });
});

test("ABH-20 a folder of that name is no memory file", () => {
  const assembly = assembled({ workspace: { "ABHED.md/inside.txt": "x" } });
  expect(considered(assembly, "ABHED.md")).toMatchObject({
    status: "skipped",
    reason: "is a directory, not a regular file",
  });
});

describe("ABH-20 links", () => {
  const folder = "corpus/scenarios/reference";
  let fixture: FsFixture;

  beforeAll(async () => {
    fixture = await createFixture({
      ...(aScenario({ workspace: { "real/notes.md": "INSIDE" } }) as Record<string, string>),
      [`${folder}/elsewhere/ABHED.md`]: "ELSEWHERE",
      [`${folder}/elsewhere/rules/rule.md`]: "ELSEWHERE",
      [`${folder}/workspace/ABHED.md`]: ({ symlink }) => symlink("../elsewhere/ABHED.md"),
      [`${folder}/workspace/ABHED.local.md`]: ({ symlink }) => symlink("real/notes.md"),
      [`${folder}/workspace/.abhed/rules`]: ({ symlink }) => symlink("../../elsewhere/rules"),
      [`${folder}/workspace/pkg`]: ({ symlink }) => symlink("../elsewhere"),
      [`${folder}/home/.abhed/ABHED.md`]: ({ symlink }) => symlink("/etc/hostname"),
      [`${folder}/managed/abhed/ABHED.md`]: ({ symlink }) => symlink("nowhere.md"),
    });
  });
  afterAll(() => fixture.rm());

  /** Assembles with the folders of the scenario taken from the disk. */
  const linked = () => {
    const disk = diskTree(fixture.path);
    const through: AbhedSpec["through"] = (tree) => ({
      lookup: (at) => (at.startsWith(`${folder}/`) && !at.endsWith(".yaml") ? disk : tree).lookup(at),
    });
    return assembleAbhed({ scenario: { reads: ["pkg/x.go"] }, through });
  };

  test("ABH-20 no memory is read through a link, wherever it leads", () => {
    const assembly = linked();
    expect(textOf(assembly, "memory")).toBeUndefined();
    expect(assembly.text).not.toMatch(/INSIDE|ELSEWHERE/);
  });

  test.each([
    ["out of the workspace", "ABHED.md", "skipped"],
    ["inside the workspace", "ABHED.local.md", "skipped"],
    ["out of the repository", "~/.abhed/ABHED.md", "skipped"],
    ["through a linked folder", "pkg/ABHED.md", "skipped"],
    ["to nothing", "/etc/abhed/ABHED.md", "absent"],
  ])("ABH-20 a link %s is told with its target", (_, path, status) => {
    const use = sourcesOf(linked(), "memory").find((source) => source.path === path);
    expect(use).toMatchObject({ status, reason: expect.stringMatching(/link|leads out/) });
  });

  // Nothing is recorded of a rules folder that is there but cannot be listed; here it leads out of the workspace.
  test("ABH-20 rules in a linked folder are skipped with a reason", () => {
    const rules = sourcesOf(linked(), "memory").filter(({ scope }) => scope === "rules");
    expect(rules.map(({ status }) => status)).toEqual(["skipped"]);
  });
});
