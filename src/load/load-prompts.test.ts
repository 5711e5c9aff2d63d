import { expect, test } from "vitest";
import { loadProject, loadPrompts, memoryTree, type SourceTree } from "./index.ts";

const stack = (id: string, reference: string) =>
  JSON.stringify({
    ...{ strata: 1, id, description: "A stack.", reference, separator: "\n" },
    tiers: [{ id: "core", promise: "build" }],
    layers: [{ id: "core", tier: "core", source: { file: "core.md" } }],
    profiles: { main: { tools: [] } },
  });
const scenario = (id: string) =>
  JSON.stringify({
    ...{ strata: 1, id, description: "A world.", clock: "2026-03-30T14:30:00Z", os: "linux", shell: "sh" },
    ...{ cwd: "/work", workspace: { root: "/work" }, home: { root: "/home/dev" }, git: "none" },
  });
const models = (keys: object = {}) =>
  JSON.stringify({
    strata: 1,
    models: [
      { id: "acme:alias", pinned: false, window: null },
      { id: "acme:pinned", pinned: true, window: null },
    ],
    ...keys,
  });
const files = {
  "prompts/models.yaml": models(),
  "prompts/one/stack.yaml": stack("one", "used"),
  "prompts/one/core.md": "---\nversion: 1.0.0\n---\nBe brief.\n",
  "corpus/scenarios/used/scenario.yaml": scenario("used"),
  "corpus/scenarios/other/scenario.yaml": "not: [valid",
  "corpus/cases/one/cases.yaml": "not: [valid",
  "evals/default.yaml": "not: [valid",
};

test("prompts are loaded with the stacks' reference scenarios, and no other file is looked at", () => {
  const tree = memoryTree(files);
  const seen: string[] = [];
  const watched: SourceTree = { lookup: (path) => (seen.push(path), tree.lookup(path)) };
  const { prompts, findings } = loadPrompts(watched);
  expect(findings).toEqual([]);
  expect([...prompts.stacks.keys()]).toEqual(["one"]);
  expect([...prompts.scenarios.keys()]).toEqual(["used"]);
  expect(seen.filter((path) => /^(corpus\/cases|evals)/.test(path))).toEqual([]);
});

test("loadProject still says what is wrong with all of them", () => {
  const broken = loadProject(memoryTree(files)).findings.map(({ file }) => file);
  expect(broken).toEqual(
    expect.arrayContaining([
      "corpus/scenarios/other/scenario.yaml",
      "corpus/cases/one/cases.yaml",
      "evals/default.yaml",
    ]),
  );
});

test("the lock's models are those that are named, else the first pinned one", () => {
  const of = (keys: object) => loadPrompts(memoryTree({ ...files, "prompts/models.yaml": models(keys) }));
  expect(of({}).prompts.lockModels).toEqual(["acme:pinned"]);
  expect(of({ lock: { models: ["acme:alias"] } }).prompts.lockModels).toEqual(["acme:alias"]);
  expect(of({ lock: { models: ["acme:pined"] } }).findings).toMatchObject([
    { kind: "unknown-model", file: "prompts/models.yaml", args: { near: "acme:pinned" } },
  ]);
  expect(of({ lock: { models: [] } }).findings).toHaveLength(1);
});

test("a reference scenario that is not there is told with its line", () => {
  const { findings } = loadPrompts(memoryTree({ ...files, "prompts/one/stack.yaml": stack("one", "usd") }));
  expect(findings).toMatchObject([{ kind: "unknown-scenario", file: "prompts/one/stack.yaml" }]);
});

test.each([
  [{}, "no-prompts"],
  [{ "prompts/models.yaml": models() }, "no-stack"],
])("%j is %s", (some, kind) => {
  expect(loadPrompts(memoryTree(some)).findings.map((finding) => finding.kind)).toEqual([kind]);
});
