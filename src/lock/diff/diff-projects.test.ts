import { expect, test } from "vitest";
import { aLayerFile, aProject, aScenario, type ProjectSpec } from "../../assemble/testing.ts";
import { isUserError } from "../../util/index.ts";
import { diffProjects } from "./diff-projects.ts";
import type { DiffChoice, StackDiff } from "./types.ts";

/** A token a word: enough to see what is counted. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;

const refs = { before: "v1", after: "." };

function diff(
  before: ProjectSpec,
  after: ProjectSpec,
  choice: DiffChoice = {},
  renames: Record<string, string> = {},
) {
  const input = {
    ...{ before: aProject(before), after: aProject(after) },
    ...{ refs, renames: new Map(Object.entries(renames)) },
  };
  return diffProjects(input, choice, countWords);
}

const layers = [
  { id: "core", tier: "core", source: { file: "core.md" } },
  { id: "role", tier: "session", when: { profile: "review" }, source: { file: "{{profile}}.md" } },
];
const profiles = { main: { tools: "all" }, review: { tools: "all" } };

function spec(core: string, role: string, more: object = {}): ProjectSpec {
  return {
    stack: { layers, profiles, ...more },
    files: { "prompts/demo/core.md": aLayerFile(core), "prompts/demo/review.md": aLayerFile(role) },
  };
}

const where = ({ combinations }: StackDiff) =>
  combinations.map(({ profile, model }) => `${profile.after} ${model.after}`);

test("a changed layer is told once, with every assembled text it is in", () => {
  const [demo] = diff(spec("Be brief.", "Judge."), spec("Be brief.", "Judge it all.")).stacks;
  expect(demo!.changes).toMatchObject([{ layer: "role", kind: "changed" }]);
  expect(where(demo!)).toEqual(["review acme:one", "review acme:two"]);
  expect(demo!.equal).toBe(2);
  expect(demo!.combinations[0]).toMatchObject({
    changes: [0],
    same: ["core"],
    // "Be brief." and "Judge."; then two words more
    tokens: { before: 3, after: 5, estimate: true },
    bytes: { before: 9 + 2 + 6, after: 9 + 2 + 13 },
    prefix: { bytes: 9 + 2 + 5, before: 17, after: 24, layer: "role" },
  });
});

test("two profiles whose own files changed are two changes", () => {
  const files = (one: string, two: string) => ({
    stack: { layers: [{ ...layers[0], source: { file: "{{profile}}.md" } }], profiles },
    files: { "prompts/demo/main.md": aLayerFile(one), "prompts/demo/review.md": aLayerFile(two) },
  });
  const [demo] = diff(files("A", "B"), files("A2", "B2")).stacks;
  expect(demo!.changes.map(({ file }) => file.after)).toEqual([
    "prompts/demo/main.md",
    "prompts/demo/review.md",
  ]);
  expect(demo!.combinations.map(({ changes }) => changes)).toEqual([[0], [0], [1], [1]]);
});

test("a file that no assembled text holds is not forgotten", () => {
  const gated = (text: string) => ({
    stack: { layers: [layers[0], { ...layers[1], source: { file: "x.md" }, when: { model: "nobody" } }] },
    files: { "prompts/demo/x.md": aLayerFile(text) },
  });
  const [demo] = diff(gated("old"), gated("new")).stacks;
  expect(demo!.unseen).toMatchObject([{ layer: "role", file: { after: "prompts/demo/x.md" } }]);
  // Its text enters the recipe whatever gates it.
  expect(demo!.changes).toEqual([]);
  expect(demo!.combinations.map(({ changes }) => changes)).toEqual([[], []]);
});

test("a layer whose file was renamed, or whose id, is followed", () => {
  const named = (id: string, file: string, text: string) => ({
    stack: { layers: [{ id, tier: "core", source: { file } }] },
    files: { [`prompts/demo/${file}`]: aLayerFile(text) },
  });
  const [moved] = diff(named("core", "core.md", "A"), named("core", "sub/kernel.md", "A")).stacks;
  expect(moved!.changes).toMatchObject([
    {
      kind: "renamed",
      file: { before: "prompts/demo/core.md", after: "prompts/demo/sub/kernel.md" },
      hunks: [],
    },
  ]);
  expect(moved!.unseen).toEqual([]);
  const [renamed] = diff(
    named("core", "core.md", "Be brief."),
    named("kernel", "kernel.md", "Be very brief."),
    {},
    { "prompts/demo/core.md": "prompts/demo/kernel.md" },
  ).stacks;
  expect(renamed!.changes).toMatchObject([{ layer: "kernel", was: "core", kind: "changed" }]);
  expect(renamed!.unseen).toEqual([]);
});

test("settings that change no text of the scenario still make another version", () => {
  const input = (value: string) => ({
    stack: { inputs: { note: { type: "text", default: value } } },
    scenario: { values: { note: "given" } },
  });
  const [demo] = diff(input("a"), input("b")).stacks;
  expect(demo).toMatchObject({ changes: [], equal: 0, combinations: [{ changes: [] }, { changes: [] }] });
});

test("what stands between layers is a difference of its own", () => {
  const [demo] = diff(spec("A", "B"), spec("A", "B", { separator: "\n" }), { models: ["acme:one"] }).stacks;
  expect(demo!.changes).toEqual([]);
  expect(demo!.combinations.map(({ bytes, prefix }) => [bytes, prefix.layer])).toEqual([
    [{ before: 1, after: 1 }, null],
    [{ before: 4, after: 3 }, "role"],
  ]);
});

test("both sides are assembled in the second one's scenario", () => {
  const world = (text: string) => ({
    stack: {
      layers: [{ id: "memory", tier: "core", source: { first: ["{{workspace}}/A.md"] } }],
    },
    workspace: { "A.md": text },
  });
  expect(diff(world("old"), world("new")).stacks[0]!.combinations).toEqual([]);
});

test("a scenario that the second side lacks comes from the first", () => {
  const more = { files: aScenario({ scenario: { os: "darwin" } }, "mac") };
  const both = {
    stack: { vars: {}, layers: [{ id: "os", tier: "core", vars: ["os"], source: { file: "core.md" } }] },
  };
  const text = (word: string) => ({ "prompts/demo/core.md": aLayerFile(`${word} {{os}}`) });
  const [demo] = diff(
    { ...both, files: { ...more.files, ...text("on") } },
    { ...both, files: text("at") },
    { scenario: "mac" },
  ).stacks;
  expect(demo!.combinations[0]!.scenario).toBe("mac");
});

test("a stack, a variant, a profile or a model on one side alone is named, the others are compared", () => {
  const before = { ...spec("A", "R"), files: { ...spec("A", "R").files } };
  const after = spec("B", "R", {
    layers: [layers[0]],
    profiles: { main: profiles.main, plan: profiles.main },
    variants: { terse: { description: "Short." } },
  });
  const models = [
    { id: "acme:one", pinned: true, window: 1000 },
    { id: "acme:new", pinned: true, window: 1000 },
  ];
  const other = { "prompts/models.yaml": JSON.stringify({ strata: 1, models }) };
  const { stacks, models: only } = diff(before, { ...after, files: { ...after.files, ...other } });
  expect(only).toEqual({ added: ["acme:new"], removed: ["acme:two"] });
  expect(stacks[0]).toMatchObject({
    variants: { added: ["terse"], removed: [] },
    profiles: { added: ["plan"], removed: ["review"] },
  });
  expect(where(stacks[0]!)).toEqual(["main acme:one"]);
});

test("two profiles, two models and two variants of one version are compared with each other", () => {
  const one = spec("A", "Judge.", {
    variants: { swapped: { description: "Without.", set: { layers: { core: { heading: "# Core" } } } } },
  });
  const changes = (choice: DiffChoice) =>
    diff(one, one, choice).stacks.map((stack) => [stack.changes.map(({ layer }) => layer), where(stack)]);
  const profile = { before: "main", after: "review" };
  expect(
    changes({ profile, models: ["acme:one"], variant: { before: "default", after: "default" } }),
  ).toEqual([[["role"], ["review acme:one"]]]);
  expect(changes({ variant: { before: "default", after: "swapped" }, models: ["acme:two"] })).toEqual([
    [["core"], ["main acme:two", "review acme:two"]],
  ]);
  expect(diff(one, one, { model: { before: "acme:one", after: "acme:two" } }).stacks[0]!.equal).toBe(4);
});

test("names that neither side has are refused together, a comparison of nothing too", () => {
  const kinds = (choice: DiffChoice): string[] => {
    try {
      diff({}, {}, choice);
    } catch (error) {
      if (isUserError(error)) return error.findings.map(({ kind }) => kind).toSorted();
      throw error;
    }
    return [];
  };
  expect(
    kinds({
      stacks: ["demmo"],
      profiles: ["mian"],
      models: ["acme:on"],
      scenario: "x",
      profile: { before: "y", after: "main" },
    }),
  ).toEqual(["unknown-model", "unknown-profile", "unknown-profile", "unknown-scenario", "unknown-stack"]);
  expect(kinds({ variant: { before: "default", after: "brif" } })).toEqual(["unknown-variant"]);
  expect(kinds({ stacks: [] })).toEqual(["nothing-selected"]);
});

test("cases that look for words of a changed line guard it", () => {
  const cases = (stack: string) => ({
    "corpus/cases/demo/c.yaml": JSON.stringify({
      ...{ strata: 1, stack },
      cases: [
        { id: "port", needs: "assembly", assert: [{ type: "contains", value: "PORT 7340" }] },
        { id: "any", needs: "assembly", assert: [{ type: "contains-any", value: ["nothing", "till"] }] },
        { id: "other", needs: "assembly", assert: [{ type: "contains", value: "Kept line." }] },
        { id: "short", needs: "assembly", assert: [{ type: "contains", value: "on" }] },
      ],
    }),
  });
  const text = (port: string) => ({
    files: {
      ...cases("demo"),
      "prompts/demo/core.md": aLayerFile(`Kept line.\nThe till is on port ${port}.\n`),
    },
  });
  expect(diff(text("7340"), text("7341")).stacks[0]!.cases).toEqual(["port", "any"]);
});
