import { expect, test } from "vitest";
import { sourcesOf } from "../../src/assemble/testing.ts";
import {
  assembleRivumi,
  assembleWithLinks,
  bodyOf,
  kinds,
  root,
  shownSources,
  userFile,
} from "./testing-rivumi.ts";

const app = { cwd: `${root}/packages/app` };

test("RIV-12 a file of 65,536 bytes is fine and one of 65,537 an error", () => {
  const ofSize = (bytes: number) => assembleRivumi({ workspace: { "AGENTS.md": "a".repeat(bytes) } });
  expect(kinds(ofSize(65_536))).toEqual([]);
  expect(bodyOf(ofSize(65_536), "instructions")).toContain("a".repeat(65_536));
  const over = ofSize(65_537);
  expect(kinds(over)).toEqual(["error guard-failed"]);
  expect(over.diagnostics[0]!.message).toContain("65537 bytes");
  // Bytes, not characters; white space that is trimmed later counts.
  expect(kinds(assembleRivumi({ workspace: { "AGENTS.md": `${"é".repeat(32_768)}\n` } }))).toEqual([
    "error guard-failed",
  ]);
});

test("RIV-12 a file that is not valid UTF-8 is an error that says so", () => {
  const { diagnostics } = assembleRivumi({ workspace: { "AGENTS.md": new Uint8Array([0x61, 0xff]) } });
  expect(diagnostics).toMatchObject([{ kind: "guard-failed", severity: "error", layer: "instructions" }]);
  expect(diagnostics[0]!.message).toContain("AGENTS.md is not valid UTF-8");
});

test("RIV-12 a folder in the place of a file is an error", () => {
  expect(kinds(assembleRivumi({ workspace: { "AGENTS.md/notes.txt": "x" } }))).toEqual([
    "error guard-failed",
  ]);
});

test.each([
  ["to a file beside it", "workspace/AGENTS.md", "notes.md"],
  ["that leaves the project", "workspace/AGENTS.md", "../elsewhere.md"],
  ["of the user", "home/.config/rivumi/instructions.md", "../../notes.md"],
  ["as an override", "workspace/packages/app/AGENTS.override.md", "../../notes.md"],
])("RIV-12 a link %s is an error", async (_, link, target) => {
  const assembly = await assembleWithLinks(
    {
      scenario: app,
      workspace: { "notes.md": "Hidden.", "packages/app/main.py": "" },
      home: { "notes.md": "Hidden." },
    },
    { [link]: target },
    { "corpus/scenarios/rivumi-reference/elsewhere.md": "Hidden." },
  );
  expect(kinds(assembly)).toEqual(["error guard-failed"]);
  expect(assembly.text).not.toContain("Hidden.");
});

test("RIV-12 a file that an override replaces is read nevertheless, one beside it is not", () => {
  const broken = new Uint8Array([0xff]);
  const workspace = { "packages/app/AGENTS.override.md": "Override." };
  const above = assembleRivumi({ scenario: app, workspace: { ...workspace, "AGENTS.md": broken } });
  expect(kinds(above)).toEqual(["error guard-failed"]);
  const beside = assembleRivumi({
    scenario: app,
    workspace: { ...workspace, "packages/app/AGENTS.md": broken },
  });
  expect(kinds(beside)).toEqual([]);
  expect(shownSources(beside)).toEqual(["packages/app/AGENTS.override.md"]);
});

test("RIV-12 a blank file counts as absent", () => {
  const assembly = assembleRivumi({ workspace: { "AGENTS.md": "\n \t\n", "RIVUMI.md": "Here." } });
  expect(shownSources(assembly)).toEqual(["RIVUMI.md"]);
  expect(bodyOf(assembly, "memory")).toBe("[instruction-source-priority-v1]\n- active project RIVUMI.md");
});

// Known fault: whether a file exists is asked through the link.
const dangling = { "workspace/AGENTS.md": "../nowhere/missing.md" };

test("RIV-13 a dangling link counts as an absent file, and the harness says so", async () => {
  const assembly = await assembleWithLinks({}, dangling);
  expect(shownSources(assembly)).toEqual([]);
  expect(kinds(assembly)).toEqual(["warning dangling-link"]);
  expect(assembly.diagnostics[0]!.message).toContain("AGENTS.md links to ../nowhere/missing.md");
  expect(sourcesOf(assembly, "instructions")).toContainEqual(
    expect.objectContaining({ path: "AGENTS.md", status: "absent" }),
  );
});

test("RIV-13 corrected, a dangling link is an error like any other link", async () => {
  const assembly = await assembleWithLinks({ variant: "corrected" }, dangling);
  expect(kinds(assembly)).toEqual(["error guard-failed"]);
});

test.each([
  ["the user's file", "home/.config/rivumi/instructions.md"],
  ["an override", "workspace/packages/app/AGENTS.override.md"],
])("RIV-13 %s that is a dangling link is shown too", async (_, link) => {
  const spec = { scenario: app, workspace: { "AGENTS.md": "Root.", "packages/app/main.py": "" } };
  const faithful = await assembleWithLinks(spec, { [link]: "missing.md" });
  expect(kinds(faithful)).toEqual(["warning dangling-link"]);
  expect(shownSources(faithful)).toEqual(["AGENTS.md"]);
  const corrected = await assembleWithLinks({ ...spec, variant: "corrected" }, { [link]: "missing.md" });
  expect(kinds(corrected)).toEqual(["error guard-failed"]);
});

test("RIV-13 a folder above that is a link is not looked at, but corrected it is", async () => {
  const spec = { home: { "dotfiles/rivumi/instructions.md": "From the dotfiles." } };
  const faithful = await assembleWithLinks(spec, { "home/.config": "dotfiles" });
  expect(kinds(faithful)).toEqual([]);
  expect(shownSources(faithful)).toEqual([userFile]);
  const corrected = await assembleWithLinks(
    { ...spec, variant: "corrected" },
    { "home/.config": "dotfiles" },
  );
  expect(kinds(corrected)).toEqual(["error guard-failed"]);
});
