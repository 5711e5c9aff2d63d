import { expect, test } from "vitest";
import { loadProject } from "./load-project.ts";
import { memoryTree } from "./memory-tree.ts";

const stackYaml = `strata: 1
id: s
description: A small stack.
reference: w
separator: "\\n"
tiers:
  - { id: base, promise: build }
  - { id: last, promise: turn }
tools:
  read: { description: Read. }
  write: { mutates: true }
inputs:
  note: { type: text, default: "" }
  items: { type: list, default: [] }
vars:
  git: { switch: git_state, cases: { none: no, else: "{{git_branch}}" } }
  names: { join: tools, separator: ", " }
pipelines:
  file:
    - { guard: [utf8, no-nul], onFail: skip }
    - { bound: { unit: bytes, max: 100, cut: head, marker: "[{{omitted}}]" } }
layers:
  - id: core
    tier: base
    source: { file: "core-{{profile}}.md" }
  - id: state
    tier: last
    vars: [git, names]
    source: { file: state.md }
  - id: note
    tier: last
    unless: { model: [tiny] }
    source: { value: note }
  - id: memory
    tier: last
    source: { path: "{{workspace}}/M.md" }
    steps: [{ use: file }]
profiles:
  main: { tools: all }
  safe: { tools: [read], readOnly: true }
variants:
  plain: { description: Without a note., set: { layers: { note: null } } }
`;

const base: Record<string, string> = {
  "prompts/models.yaml": "strata: 1\nmodels:\n  - { id: a:b, pinned: true, window: 1000 }\n",
  "prompts/s/stack.yaml": stackYaml,
  "prompts/s/core-main.md": "---\nversion: 1.0.0\n---\nCore.\n",
  "prompts/s/core-safe.md": "---\nversion: 1.0.0\n---\nCore.\n",
  "prompts/s/state.md": "---\nversion: 1.0.0\n---\n{{git}} {{names}}\n",
  "corpus/scenarios/w/scenario.yaml": `strata: 1
id: w
description: A world.
clock: "2026-03-30T14:30:00Z"
os: linux
shell: sh
cwd: /w
workspace: { root: /w }
home: { root: /h }
git: none
values: { note: hello }
`,
  "corpus/scenarios/w/workspace/M.md": "m\n",
  "corpus/cases/s/c.yaml": `strata: 1
stack: s
cases:
  - id: one
    needs: assembly
    profiles: [main]
    assert: [{ type: contains, value: Core }]
`,
  "evals/default.yaml": "strata: 1\nid: default\nstacks: [s]\nmodels: ['a:b']\n",
};

function findings(changes: Record<string, string | null> = {}) {
  return loadProject(memoryTree({ ...base, ...changes }), "/root").findings;
}

const replaced = (file: string, from: string, to: string) => ({
  [file]: base[file]!.replace(from, () => to),
});

test("a valid project has no findings", () => {
  expect(findings()).toEqual([]);
});

test.each([
  ["prompts/s/stack.yaml", "tier: base", "tier: bas", "unknown-tier", { name: "bas", near: "base" }],
  [
    "prompts/s/stack.yaml",
    "tier: base",
    "tier: zzzzzzz",
    "unknown-tier",
    { name: "zzzzzzz", near: undefined },
  ],
  ["prompts/s/stack.yaml", "tools: [read]", "tools: [reed]", "unknown-tool", { name: "reed", near: "read" }],
  ["prompts/s/stack.yaml", "value: note", "value: nte", "unknown-input", { name: "nte", near: "note" }],
  ["prompts/s/stack.yaml", "use: file", "use: fiel", "unknown-pipeline", { name: "fiel", near: "file" }],
  [
    "prompts/s/stack.yaml",
    "join: tools",
    "join: git_state",
    "unknown-fact",
    { name: "git_state", near: undefined },
  ],
  [
    "prompts/s/stack.yaml",
    "switch: git_state",
    "switch: items",
    "unknown-fact",
    { name: "items", near: undefined },
  ],
  ["prompts/s/stack.yaml", "core-{{profile}}", "core-{{workspace}}", "unknown-fact", { name: "workspace" }],
  [
    "prompts/s/stack.yaml",
    "{{workspace}}/M.md",
    "{{workspace}}/{{date}}.md",
    "unknown-fact",
    { name: "date" },
  ],
  [
    "prompts/s/stack.yaml",
    "tools: [read]",
    "tools: [read, write]",
    "read-only-mutates",
    { profile: "safe", tools: ["write"] },
  ],
  ["prompts/s/stack.yaml", "id: s", "id: t", "id-mismatch", { what: "stack", id: "t", expected: "s" }],
  [
    "prompts/models.yaml",
    "models:",
    "models:\n  - { id: a:b, pinned: false, window: 1 }",
    "duplicate-id",
    { what: "model", id: "a:b" },
  ],
  [
    "corpus/scenarios/w/scenario.yaml",
    "note: hello",
    "note: [hello]",
    "wrong-input-type",
    { name: "note", expected: "text" },
  ],
  [
    "corpus/scenarios/w/scenario.yaml",
    "note: hello",
    "nte: hello",
    "unknown-input",
    { name: "nte", near: "note" },
  ],
  [
    "corpus/scenarios/w/scenario.yaml",
    "id: w",
    "id: v",
    "id-mismatch",
    { what: "scenario", id: "v", expected: "w" },
  ],
  ["corpus/cases/s/c.yaml", "needs: assembly", "needs: reader", "case-needs-input", { id: "one" }],
  [
    "evals/default.yaml",
    "id: default",
    "id: other",
    "id-mismatch",
    { what: "suite", id: "other", expected: "default" },
  ],
  ["evals/default.yaml", "[s]", "[ss]", "unknown-stack", { name: "ss", near: "s" }],
])("%s: %j as %j is %s", (file, from, to, kind, args) => {
  const found = findings(replaced(file, from, to)).filter((finding) => finding.kind === kind);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ kind, severity: "error", file, args });
});

test("a layer id that stands twice is one finding, at the second", () => {
  const found = findings(replaced("prompts/s/stack.yaml", "id: state", "id: core"));
  expect(found.map(({ kind, line }) => [kind, line])).toEqual([["duplicate-id", 26]]);
});

test("a cached tier after one that is not breaks the prefix", () => {
  const tiers = replaced(
    "prompts/s/stack.yaml",
    "id: base, promise: build",
    "id: base, promise: build, cached: false",
  );
  const cached = {
    "prompts/s/stack.yaml": tiers["prompts/s/stack.yaml"]!.replace(
      "promise: turn",
      "promise: session, cached: true",
    ),
  };
  expect(findings(cached).map(({ kind, line }) => [kind, line])).toEqual([["cached-after-uncached", 8]]);
});

test("a tier that promises a turn alone cannot be part of the cached prefix", () => {
  const cached = replaced("prompts/s/stack.yaml", "promise: turn", "promise: turn, cached: true");
  expect(findings(cached).map(({ kind, line, args }) => [kind, line, args])).toEqual([
    ["cached-turn", 8, { tier: "last" }],
  ]);
});

test("a layer's version in the stack makes front matter part of the text", () => {
  const raw = replaced("prompts/s/stack.yaml", "tier: base", "tier: base\n    version: 1.0.0");
  const { project, findings: found } = loadProject(memoryTree({ ...base, ...raw }));
  expect(found).toEqual([]);
  const { source } = project.stacks.get("s")!.get("default")!.layers[0]!;
  expect(source.kind === "file" && source.files.get("main")!.text).toBe(base["prompts/s/core-main.md"]);
});

test("a layer file that two profiles share is reported once", () => {
  const shared = replaced("prompts/s/stack.yaml", "core-{{profile}}.md", "core-main.md");
  expect(findings({ ...shared, "prompts/s/core-main.md": "no version" }).map(({ kind }) => kind)).toEqual([
    "missing-version",
  ]);
});

test("a layer file of each profile is reported for itself", () => {
  const found = findings({ "prompts/s/core-main.md": "no version", "prompts/s/core-safe.md": null });
  expect(found.map(({ kind, file, line }) => [kind, file, line])).toEqual([
    ["missing-version", "prompts/s/core-main.md", 1],
    ["missing-file", "prompts/s/stack.yaml", 25],
  ]);
});

test("a layer file that no profile selects is not read", () => {
  const never = replaced("prompts/s/stack.yaml", "tier: base", "tier: base\n    when: { profile: main }");
  expect(findings({ ...never, "prompts/s/core-safe.md": null })).toEqual([]);
});

test("what did not load is not reported again by what names it", () => {
  expect(
    findings({ "prompts/s/stack.yaml": "strata: 2\n" }).every(({ file }) => file === "prompts/s/stack.yaml"),
  ).toBe(true);
  expect(
    findings({ "corpus/scenarios/w/scenario.yaml": "strata: 2\n" }).every(({ file }) =>
      file?.startsWith("corpus/scenarios"),
    ),
  ).toBe(true);
  expect(
    findings({ "prompts/models.yaml": "strata: 2\n" }).every(({ file }) => file === "prompts/models.yaml"),
  ).toBe(true);
});

const junk = ["null", "{}", "-1.5", "*x", ".."];

test("whatever stands in a file is loaded or refused, with a place inside a file, and never thrown on", () => {
  const wrong: unknown[] = [];
  for (const file of ["prompts/s/stack.yaml", "corpus/cases/s/c.yaml"]) {
    const lines = base[file]!.split("\n");
    lines.forEach((line, i) => {
      const head = /^\s*(?:- )?[\w-]+:/.exec(line)?.[0];
      const values = head === undefined ? [] : junk.map((value) => `${head} ${value}`);
      for (const replacement of [[], [line, line], ...values.map((value) => [value])]) {
        const text = lines.toSpliced(i, 1, ...replacement).join("\n");
        try {
          for (const { severity, file: at, line: atLine, message } of findings({ [file]: text })) {
            const length = { ...base, [file]: text }[at ?? ""]?.split("\n").length ?? 0;
            if (
              severity !== "error" ||
              message === "" ||
              (atLine ?? 1) < 1 ||
              (atLine ?? 1) > Math.max(1, length)
            ) {
              wrong.push([file, i + 1, replacement, at, atLine, message]);
            }
          }
        } catch (error) {
          wrong.push([file, i + 1, replacement, String(error)]);
        }
      }
    });
  }
  expect(wrong).toEqual([]);
}, 30_000);
