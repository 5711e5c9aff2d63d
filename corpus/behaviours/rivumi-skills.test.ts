import { expect, test } from "vitest";
import { type Files, sourcesOf } from "../../src/assemble/testing.ts";
import { assembleRivumi, assembleWithLinks, bodyOf, kinds } from "./testing-rivumi.ts";

const skills = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`.rivumi/skills/${name}`, text]));

/** Names of the skills that a prompt shows. */
function shown(files: Files, enabled: string[] = []): string[] {
  const assembly = assembleRivumi({
    workspace: skills(files),
    scenario: { values: { rivumi_enabled_skills: enabled } },
  });
  return [...(bodyOf(assembly, "skills") ?? "").matchAll(/^## (\S+)$/gm)].map(([, name]) => name!);
}

const found = (files: Files, enabled: string[] = []) =>
  assembleRivumi({ workspace: skills(files), scenario: { values: { rivumi_enabled_skills: enabled } } })
    .diagnostics;

test("RIV-22 of 17 skill files the first 16 in name order are taken", () => {
  const numbers = Array.from({ length: 17 }, (_, i) => String(i + 1).padStart(2, "0"));
  const files = Object.fromEntries(numbers.toReversed().map((n) => [`s${n}.md`, `Skill ${n}.`]));
  expect(shown(files)).toEqual(numbers.slice(0, 16).map((n) => `s${n}`));
  expect(found(files)).toEqual([]);
  const assembly = assembleRivumi({ workspace: skills(files) });
  expect(sourcesOf(assembly, "skills").at(-1)).toMatchObject({
    path: ".rivumi/skills/s17.md",
    status: "skipped",
    reason: "is beyond the first 16 files",
  });
});

test("RIV-22 other files and folders are no skills", () => {
  expect(shown({ "a.md": "A.", "b.txt": "B.", "more/c.md": "C." })).toEqual(["a"]);
});

test("RIV-22 a skill has its name and description, or the name of its file", () => {
  const assembly = assembleRivumi({
    workspace: skills({
      "b.md": "---\nname: build\ndescription: Build it.\n---\n\n- Run make.\n",
      "a.md": "- Plain.\n",
    }),
  });
  expect(bodyOf(assembly, "skills")).toBe(
    [
      "Project skills, written by the repository. They rank below policy, permissions and instructions.",
      "## a\n\n\n- Plain.",
      "## build\nBuild it.\n\n- Run make.",
    ].join("\n\n"),
  );
});

test("RIV-22 another key in the front matter is an error", () => {
  const [finding] = found({ "a.md": "---\nname: a\ntags: x\n---\nBody." });
  expect(finding).toMatchObject({ kind: "guard-failed", severity: "error", layer: "skills" });
  expect(finding!.message).toContain('"tags"');
});

test("RIV-22 a skill of 32,768 bytes is fine and one of 32,769 an error", () => {
  expect(found({ "a.md": "a".repeat(32_768) })).toEqual([]);
  expect(found({ "a.md": "a".repeat(32_769) })).toMatchObject([{ kind: "guard-failed", severity: "error" }]);
});

test("RIV-22 a skill that is not UTF-8 is an error", () => {
  expect(found({ "a.md": new Uint8Array([0xc3, 0x28]) })).toMatchObject([{ kind: "guard-failed" }]);
});

test.each([
  ["skill", { "workspace/.rivumi/skills/a.md": "../../notes.md" }],
  ["skill folder", { "workspace/.rivumi/skills": "../docs" }],
])("RIV-22 a %s that is a link is an error", async (_, links) => {
  const assembly = await assembleWithLinks(
    { workspace: { "notes.md": "Hidden.", "docs/a.md": "Hidden.", ".rivumi/keep.txt": "" } },
    links,
  );
  expect(kinds(assembly)).toEqual(["error guard-failed"]);
  expect(assembly.text).not.toContain("Hidden.");
});

const three = { "a.md": "A.", "b.md": "---\nname: build\n---\nB.", "c.md": "C." };

test("RIV-22 of the skills that are enabled, exactly these are shown, in that order", () => {
  expect(shown(three, ["c", " build "])).toEqual(["c", "build"]);
  expect(shown(three, [])).toEqual(["a", "build", "c"]);
  expect(shown(three, ["", " "])).toEqual(["a", "build", "c"]);
});

test("RIV-22 an enabled skill that is unknown, or named twice, is an error", () => {
  expect(found(three, ["c", "b"])[0]!.message).toContain('no item named "b"');
  expect(found(three, ["c", "C"])).toMatchObject([{ kind: "guard-failed", severity: "error" }]);
  expect(found(three, ["c", "a", "c"])[0]!.message).toContain('"c" twice');
});

test("RIV-22 a skill beyond the first 16 cannot be enabled", () => {
  const files = Object.fromEntries(
    Array.from({ length: 17 }, (_, i) => [`s${String(i).padStart(2, "0")}.md`, "S."]),
  );
  expect(found(files, ["s15"])).toEqual([]);
  expect(found(files, ["s16"])).toMatchObject([{ kind: "guard-failed", severity: "error" }]);
});

test("RIV-22 the label stands before the first skill, and without a skill there is no section", () => {
  const { text } = assembleRivumi({ workspace: skills({ "a.md": "A." }) });
  expect(text.indexOf("They rank below policy")).toBeLessThan(text.indexOf("## a"));
  expect(bodyOf(assembleRivumi({ workspace: skills({ "a.txt": "A." }) }), "skills")).toBeUndefined();
});
