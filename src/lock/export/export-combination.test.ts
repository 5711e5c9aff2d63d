import { createHash } from "node:crypto";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assemble, type Combination } from "../../assemble/index.ts";
import { aProject, type ProjectSpec, repository } from "../../assemble/testing.ts";
import { diskTree, loadProject, type Project } from "../../load/index.ts";
import type { ManifestExample, ManifestPart } from "../../schema/index.ts";
import { exportCombination } from "./export-combination.ts";
import { fillParts } from "./fill-parts.ts";

const digest = (text: string) => `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;
const layerFile = (text: string) => `---\nversion: 1.0.0\n---\n${text}`;

function exported(spec: ProjectSpec, scenario?: string) {
  const project = aProject(spec);
  const combination = combinationIn(project, scenario);
  const assembly = assemble(combination);
  const { entry, files } = exportCombination(combination, assembly);
  return { assembly, entry, files, example: JSON.parse(files.get(entry.example)!) as ManifestExample };
}

function combinationIn(project: Project, scenario?: string): Combination {
  const stack = project.stacks.get("demo")!.get("default")!;
  return {
    ...{ stack, profile: stack.profiles.get("main")!, model: project.models.get("acme:one")! },
    scenario: project.scenarios.get(scenario ?? "reference")!,
  };
}

const layer = (id: string, more: object) => ({ id, tier: "core", source: { file: `${id}.md` }, ...more });
const one = (parts: readonly ManifestPart[], id: string) =>
  parts.find((part) => (part.kind === "static" ? part.layers.includes(id) : part.layer === id));

test("layers whose bytes are the same in every session are one file: the static prefix", () => {
  const { entry, files } = exported({
    stack: {
      vars: { names: { join: "tools", separator: ", ", empty: "none" } },
      tools: { read: {}, write: {} },
      layers: [
        layer("core", {}),
        layer("who", { vars: ["profile", "model", "names"], steps: [{ transform: "trim" }] }),
        layer("day", { tier: "session", vars: ["date"] }),
        layer("last", { tier: "session" }),
      ],
    },
    files: {
      "prompts/demo/who.md": layerFile("{{profile}} on {{model}}: {{names}}\n"),
      "prompts/demo/day.md": layerFile("It is {{date}}.\n"),
      "prompts/demo/last.md": layerFile("Goodbye.\n"),
    },
  });
  const { parts } = entry.channels.system!;
  expect(parts.map((part) => (part.kind === "static" ? part.layers : [part.kind, part.layer]))).toEqual([
    ["core", "who"],
    ["template", "day"],
    ["last"],
  ]);
  const folder = "demo@default/main/acme%3Aone";
  expect(files.get(`${folder}/system.static.txt`)).toBe("Be brief.\n\n\nmain on acme:one: read, write");
  expect(files.get(`${folder}/system.day.template.txt`)).toBe("It is {{date}}.\n");
  expect(files.get(`${folder}/system.last.txt`)).toBe("Goodbye.\n");
  expect(parts[1]).toMatchObject({ vars: ["date"], tight: [], tier: "session" });
  expect(entry.vars).toEqual({ date: { fact: "date" } });
});

test("a template tells which values stand at an edge that is trimmed", () => {
  const { entry } = exported({
    stack: {
      layers: [
        layer("core", { heading: "# Now", vars: ["os", "cwd", "shell"], steps: [{ transform: "trim" }] }),
      ],
    },
    files: { "prompts/demo/core.md": layerFile("\n{{os}} and {{cwd}} and {{shell}}\n") },
  });
  expect(one(entry.channels.system!.parts, "core")).toMatchObject({
    kind: "template",
    tight: ["os", "shell"],
  });
});

test("a variable that a value of the session decides is told with what it is made from", () => {
  const { entry, example } = exported({
    stack: {
      inputs: { team: { type: "text", default: "red" }, pets: { type: "list", default: ["cat", "dog"] } },
      vars: {
        git: { switch: "git_state", cases: { none: "no git", else: "{{git_branch}}" } },
        animals: { join: "pets", separator: "+", empty: "none" },
      },
      layers: [layer("core", { vars: ["git", "animals", "team"] })],
    },
    files: { "prompts/demo/core.md": layerFile("{{git}} {{animals}} {{team}}\n") },
  });
  expect(entry.vars).toEqual({
    animals: { join: "pets", separator: "+", empty: "none" },
    git: { switch: "git_state", cases: { none: "no git", else: "{{git_branch}}" } },
    team: { input: "team" },
  });
  expect(example.vars).toEqual({ git: "main", animals: "cat+dog", team: "red" });
});

test("a text that the session alone knows is a slot with its frame, heading, notice and delimiters", () => {
  const { entry, example } = exported({
    stack: {
      frame: { prefix: "<{{layer}}>\n", suffix: "\n</{{layer}}>" },
      layers: [
        layer("core", {}),
        {
          ...{ id: "notes", tier: "session", heading: "## Notes" },
          source: { path: "{{workspace}}/NOTES.md" },
          steps: [
            { transform: "trim" },
            { bound: { unit: "chars", max: 500, cut: "head" } },
            { wrap: { prefix: "[[\n", suffix: "\n]]", inside: "escape" } },
          ],
        },
      ],
    },
    workspace: { "NOTES.md": "Parcels at 16:40.\n" },
  });
  expect(one(entry.channels.system!.parts, "notes")).toEqual({
    ...{ kind: "slot", layer: "notes", tier: "session", source: "files", secret: false },
    ...{ before: "<notes>\n## Notes\n[[\n", after: "\n]]\n</notes>", blank: "omit", inside: "escape" },
    limits: [{ unit: "chars", max: 500, cut: "head" }],
  });
  expect(example.slots).toEqual({ notes: "Parcels at 16:40." });
});

test("a slot that the reference scenario does not fill is there all the same", () => {
  const { entry, example, assembly } = exported({
    stack: {
      layers: [layer("core", {}), { id: "notes", tier: "session", source: { path: "{{workspace}}/NO.md" } }],
    },
  });
  expect(assembly.layers.map(({ id }) => id)).toEqual(["core"]);
  expect(one(entry.channels.system!.parts, "notes")).toMatchObject({ kind: "slot" });
  expect(example.slots).toEqual({});
});

test("a layer that a value of the session gates is optional, and never part of the static prefix", () => {
  const gated = {
    stack: {
      inputs: { tone: { type: "text", default: "plain" } },
      layers: [layer("core", { when: { input: { tone: ["warm"] } } }), layer("more", {})],
    },
    files: { "prompts/demo/more.md": layerFile("More.\n") },
  };
  const without = exported(gated);
  expect(without.entry.channels.system!.parts).toMatchObject([
    { layers: ["core"], optional: true },
    { layers: ["more"] },
  ]);
  expect(without.example.leftOut).toEqual(["core"]);
  const warm = exported({ ...gated, scenario: { values: { tone: "warm" } } });
  expect(warm.example.leftOut).toEqual([]);
  expect(warm.files.get("demo@default/main/acme%3Aone/system.core.txt")).toBe("Be brief.\n");
});

test("a secret stands in no file, not even in a hash", () => {
  const { entry, files, example } = exported({
    stack: {
      inputs: { token: { type: "text", default: "tok-5f3a" } },
      layers: [
        layer("core", {}),
        { id: "token", tier: "core", heading: "Token:", secret: true, source: { value: "token" } },
      ],
    },
  });
  expect([...files.values()].join("\n")).not.toContain("tok-5f3a");
  expect(one(entry.channels.system!.parts, "token")).toMatchObject({
    kind: "slot",
    secret: true,
    before: "Token:\n",
  });
  expect(example.hashes).toEqual({ system: digest("Be brief.\n") });
});

test("values are put in once: braces in them stay", () => {
  const part = {
    kind: "template" as const,
    layer: "a",
    tier: "t",
    optional: false,
    file: "f",
    vars: ["x", "y"],
    tight: [],
    limits: [],
  };
  const session = { vars: { x: "{{y}}$&", y: "Y" }, slots: {}, leftOut: [] };
  expect(fillParts({ separator: "|", end: "!", parts: [part, part] }, session, () => "{{x}} {{z}}")).toBe(
    "{{y}}$& {{z}}|{{y}}$& {{z}}!",
  );
  expect(fillParts({ separator: "|", end: "!", parts: [] }, session, () => "")).toBe("");
});

describe("a layer file whose values the steps change", () => {
  const spec = (x: string, steps: object[]): ProjectSpec => ({
    stack: {
      inputs: { x: { type: "text", default: x } },
      layers: [layer("core", { vars: ["x"], steps }), layer("more", {})],
    },
    files: { "prompts/demo/core.md": layerFile("X: {{x}}\n"), "prompts/demo/more.md": layerFile("More.") },
  });

  test.each([
    ["a blank value at a trimmed edge", "  ", [{ transform: "trim" }], "X:"],
    ["a value over a bound", "long", [{ bound: { unit: "chars", max: 5, cut: "head" } }], "X: lo"],
    ["a wrap", "1", [{ wrap: { prefix: "(", suffix: ")" } }], "X: 1\n"],
  ])("%s: comes as a slot with the bytes of the assembly", (_, x, steps, text) => {
    const { entry, example } = exported(spec(x, steps));
    expect(one(entry.channels.system!.parts, "core")).toMatchObject({ kind: "slot", source: "layer file" });
    expect(example.slots).toEqual({ core: text });
  });
});

test("whatever a layer file and its values say, the parts give the assembly, and only the example moves", () => {
  const piece = fc.constantFrom("{{x}}", "{{y}}", "a", " ", "\n", "}} ", "é", "$&");
  const value = fc.string({ unit: fc.constantFrom("v", " ", "\n", "{{x}}", "{{", "$1", "é"), maxLength: 4 });
  const steps = fc.constantFrom([], [{ transform: "trim" }], [{ transform: "trim-end" }]);
  const values = fc.record({ x: value, y: value });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), steps, values, values, (body, todo, before, after) => {
      const text = `${body.join("")}-{{x}}-{{y}}-`;
      const made = [before, after].map((given) =>
        exported({
          stack: {
            inputs: { x: { type: "text", default: "" }, y: { type: "text", default: "" } },
            layers: [layer("core", { heading: "H", vars: ["x", "y"], steps: todo }), layer("more", {})],
          },
          files: { "prompts/demo/core.md": layerFile(text), "prompts/demo/more.md": layerFile("More.") },
          scenario: { values: given },
        }),
      );
      for (const { entry, files, example, assembly } of made) {
        expect(fillParts(entry.channels.system!, example, (file) => files.get(file)!)).toBe(assembly.text);
      }
      // A blank or padded value at a trimmed edge makes a slot of the layer in that session's export.
      const kinds = made.map(({ entry }) => one(entry.channels.system!.parts, "core")!.kind);
      const [one1, two] = made.map(({ entry, files }) => [
        entry,
        [...files].filter(([file]) => !file.endsWith("example.json")),
      ]);
      if (kinds.every((kind) => kind === "template")) expect(one1).toEqual(two);
    }),
    { numRuns: 100 },
  );
});

describe("the four reference systems", () => {
  const { project } = loadProject(diskTree(repository), repository);
  const variants = [...project.stacks].flatMap(([id, all]) =>
    [...all.keys()].map((variant) => [id, variant] as const),
  );

  // exportCombination itself throws when the parts do not give the assembly's bytes.
  test.each(variants)("%s@%s: whatever the session, only its example differs", (id, variant) => {
    const stack = project.stacks.get(id)!.get(variant)!;
    const model = project.models.get("reader:bm25")!;
    for (const profile of stack.profiles.values()) {
      const seen = new Map<string, string>();
      for (const scenario of project.scenarios.values()) {
        const combination = { stack, profile, model, scenario };
        const assembly = assemble(combination);
        if (assembly.diagnostics.some(({ severity }) => severity === "error")) continue;
        const { entry, files } = exportCombination(combination, assembly);
        const lasting = JSON.stringify([
          entry,
          [...files].filter(([file]) => path.basename(file) !== "example.json"),
        ]);
        seen.set(lasting, scenario.id);
      }
      expect([...seen.values()]).toHaveLength(1);
    }
  });
});
