import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aLayerFile, aProject, type ProjectSpec } from "../../assemble/testing.ts";
import { buildLock, formatLock } from "./build-lock.ts";
import { compareLocks } from "./compare-locks.ts";
import { readLock } from "./read-lock.ts";

const stack = {
  tools: { read: {}, write: { mutates: true } },
  inputs: { skills: { type: "text", default: "" } },
  layers: [
    { id: "core", tier: "core", source: { file: "core.md" } },
    { id: "role", tier: "core", when: { profile: "review" }, source: { file: "role.md" } },
    { id: "raw", tier: "core", version: "1.0.0", source: { file: "raw.txt" } },
    { id: "skills", tier: "session", source: { value: "skills" } },
  ],
  profiles: { main: { tools: "all" }, review: { tools: ["read"] } },
  variants: { brief: { description: "Without raw.", set: { layers: { raw: null } } } },
};
const files = {
  "prompts/demo/role.md": aLayerFile("Judge.\n"),
  "prompts/demo/raw.txt": "---\nraw\n",
};

const lockOf = (spec: ProjectSpec = {}) =>
  buildLock(aProject({ ...spec, stack: { ...stack, ...spec.stack }, files: { ...files, ...spec.files } }))
    .lock;

/** What a change does to the lock: kind, type and name of each entry, with its combinations. */
function changes(spec: ProjectSpec, from: ProjectSpec = {}) {
  return compareLocks(lockOf(from), lockOf(spec)).map(({ kind, entry, combinations }) => [
    `${kind} ${entry.type} ${entry.name}`,
    combinations.map((name) => name.replace(" on acme:one", "")).toSorted(),
  ]);
}

const [brief, main, review] = ["demo@brief/main", "demo@default/main", "demo@default/review"] as const;
const withLayers = (edit: (layer: (typeof stack.layers)[number]) => object) => ({
  stack: { layers: stack.layers.map((layer) => edit(layer)) },
});

test("equal prompts have equal locks, and a lock that was written and read is the same", () => {
  expect(changes({})).toEqual([]);
  const text = formatLock(lockOf());
  const read = readLock(text);
  expect(read.kind === "lock" && compareLocks(read.lock, lockOf())).toEqual([]);
  expect(read.kind === "lock" && formatLock(read.lock)).toBe(text);
});

describe("a change is put down to what it comes from, with exactly the combinations that it changes", () => {
  test.each<[string, ProjectSpec, unknown[]]>([
    [
      "the text of a file that all select",
      { files: { "prompts/demo/core.md": aLayerFile("Be brief!\n") } },
      [["changed layer demo/core", [brief, main, review]]],
    ],
    [
      "the version alone",
      { files: { "prompts/demo/core.md": aLayerFile("Be brief.\n", "1.0.1") } },
      [["changed layer demo/core", [brief, main, review]]],
    ],
    [
      "the text of a file that one profile selects",
      { files: { "prompts/demo/role.md": aLayerFile("Judge all.\n") } },
      [["changed layer demo/role", [review]]],
    ],
    [
      "the text of a file that one variant leaves out",
      { files: { "prompts/demo/raw.txt": "other\n" } },
      [["changed layer demo/raw", [main, review]]],
    ],
    [
      "a layer's settings",
      withLayers((layer) => (layer.id === "role" ? { ...layer, heading: "## Role" } : layer)),
      [
        ["changed setting demo layers.role", [review]],
        ["changed setting demo@brief layers.role", []],
      ],
    ],
    [
      "a setting of the stack",
      { stack: { separator: "\n" } },
      [
        ["changed setting demo separator", [main, review]],
        ["changed setting demo@brief separator", [brief]],
      ],
    ],
    [
      "the tools of a profile",
      { stack: { profiles: { ...stack.profiles, review: { tools: ["read", "write"] } } } },
      [["changed tools demo@default/review", [review]]],
    ],
    [
      "the scenario",
      { scenario: { values: { skills: "SKILL" } } },
      [["changed text demo/skills", [brief, main, review]]],
    ],
    [
      "a new profile",
      { stack: { profiles: { ...stack.profiles, extra: { tools: [] } } } },
      [["added profile demo@default/extra", ["demo@default/extra"]]],
    ],
    [
      "a profile that is gone",
      {
        stack: {
          profiles: { main: { tools: "all" }, other: { tools: [] } },
          layers: [stack.layers[0]!, stack.layers[2]!, stack.layers[3]!],
        },
      },
      [
        ["removed layer demo/role", []],
        ["removed setting demo layers.role", []],
        ["removed setting demo@brief layers.role", []],
        ["added profile demo@default/other", ["demo@default/other"]],
        ["orphaned profile demo@default/review", [review]],
      ],
    ],
    ["a variant that is gone", { stack: { variants: {} } }, [["orphaned variant demo@brief", [brief]]]],
  ])("%s", (_, spec, expected) => {
    expect(changes(spec).toSorted()).toEqual(expected.toSorted());
  });
});

test("a stack that is gone leaves orphans, and one that is new adds its combinations", () => {
  const [before, after] = [lockOf(), { ...lockOf(), stacks: {} }];
  expect(compareLocks(before, after)).toMatchObject([
    { kind: "orphaned", entry: { type: "stack", name: "demo" }, combinations: { length: 3 } },
  ]);
  expect(compareLocks(after, before)).toMatchObject([
    { kind: "added", entry: { type: "stack", name: "demo" }, combinations: { length: 3 } },
  ]);
});

test("an alias that becomes pinned, and a contract that changes, are entries of their own", () => {
  const before = lockOf();
  const after = structuredClone(before);
  after.models["acme:two"]!.pinned = false;
  after.stacks["demo"]!.contracts["reply"] = `sha256:${"0".repeat(64)}`;
  expect(compareLocks(before, after).map(({ kind, entry }) => `${kind} ${entry.type} ${entry.name}`)).toEqual(
    ["added contract demo/reply", "changed model acme:two"],
  );
});

test("the order in which keys are written, in stack.yaml or in the lock, changes nothing", () => {
  const text = formatLock(lockOf());
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, item]) => [key, reversed(item)]),
    );
  };
  const other = readLock(JSON.stringify(reversed(JSON.parse(text))));
  expect(other.kind === "lock" && compareLocks(other.lock, lockOf())).toEqual([]);
  expect(other.kind === "lock" && formatLock(other.lock)).toBe(text);
});

test("any two locks: no change means equal text, and what changed is told", () => {
  const text = fc.constantFrom("A", "B");
  const spec = fc
    .record({ core: text, role: text, raw: text, skills: text, separator: text })
    .map(({ core, role, raw, skills, separator }): ProjectSpec => ({
      stack: { separator },
      scenario: { values: { skills } },
      files: {
        "prompts/demo/core.md": aLayerFile(core),
        "prompts/demo/role.md": aLayerFile(role),
        "prompts/demo/raw.txt": raw,
      },
    }));
  fc.assert(
    fc.property(spec, spec, (a, b) => {
      const [before, after] = [lockOf(a), lockOf(b)];
      const found = compareLocks(before, after);
      expect(found.length === 0).toBe(formatLock(before) === formatLock(after));
      const told = new Set(found.flatMap(({ combinations }) => combinations));
      const differing = [brief, main, review].filter((name) => {
        const [variant, profile] = name.slice("demo@".length).split("/") as [string, string];
        const of = (lock: typeof before) =>
          JSON.stringify(lock.stacks["demo"]!.variants[variant]!.profiles[profile]);
        return of(before) !== of(after);
      });
      expect([...told].map((name) => name.replace(" on acme:one", "")).toSorted()).toEqual(
        differing.toSorted(),
      );
    }),
    { numRuns: 50 },
  );
});
