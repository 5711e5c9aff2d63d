import { expect, test } from "vitest";
import type { CombinationDiff, ProjectDiff, StackDiff } from "../../lock/index.ts";
import { renderDiffMarkdown } from "./render-diff-markdown.ts";
import { renderDiffText } from "./render-diff-text.ts";

const both = <T>(value: T) => ({ before: value, after: value });

function aCombination(model: string, changes: Partial<CombinationDiff> = {}): CombinationDiff {
  return {
    ...{ variant: both("default"), profile: both("main"), model: both(model), scenario: "desk" },
    ...{ changes: [0], same: ["end"], recipeHash: both("sha256:r") },
    hash: { before: "sha256:a", after: "sha256:b" },
    bytes: { before: 100, after: 104 },
    tokens: { before: 20, after: 21, estimate: true },
    prefix: { bytes: 40, before: 90, after: 94, layer: "core" },
    ...changes,
  };
}

function aDiff(stack: Partial<StackDiff>): ProjectDiff {
  const none = { added: [], removed: [] };
  const change = {
    ...{ layer: "core", was: null, kind: "changed", file: both("prompts/demo/core.md") },
    ...{ version: { before: "1.0.0", after: "1.1.0" }, bytes: { before: 50, after: 54 } },
    ...{ position: both(1), hunks: [{ line: both(1), parts: [{ kind: "added", text: "new\n" }] }] },
  } satisfies StackDiff["changes"][0];
  return {
    models: none,
    stacks: [
      {
        ...{ stack: "demo", kind: "compared", changes: [change], unseen: [], equal: 1 },
        ...{ combinations: [aCombination("a:x")], variants: none, profiles: none, cases: [] },
        ...stack,
      },
    ],
  };
}

const text = (diff: ProjectDiff) => renderDiffText(diff, { before: "v1", after: "v2" }, { color: false });

test("one text is told with what it was and is", () => {
  expect(text(aDiff({ cases: ["one", "two"] }))).toBe(`v1 -> v2

demo: 1 layer differs, in 1 of 2 assembled texts
  changed  core, version 1.0.0 -> 1.1.0, prompts/demo/core.md
    | {+new+}
  in main on a:x: core
     20 -> 21 tokens (+1, estimate), 100 -> 104 bytes
     the cached prefix keeps 40 of 90 bytes and breaks in core at byte 40
  guarded by one, two
`);
});

test("models that differ alike are one line, with the range of what they differ in", () => {
  const other = aCombination("a:y", {
    bytes: { before: 110, after: 114 },
    prefix: { bytes: 50, before: 95, after: 99, layer: "core" },
  });
  const shown = text(aDiff({ combinations: [aCombination("a:x"), other] }));
  expect(shown).toContain("in main on 2 models: core\n     +1 tokens, estimate, +4 bytes each\n");
  expect(shown).toContain("keeps 40 to 50 of 90 to 95 bytes and breaks in core at byte 40 to 50\n");
});

test("other settings with the same text are said to be that", () => {
  const combination = aCombination("a:x", { changes: [], hash: both("sha256:a") });
  const shown = text(aDiff({ changes: [], combinations: [combination] }));
  expect(shown).toContain("demo: settings differ, in 1 of 2 assembled texts\n");
  expect(shown).toContain("in main on a:x: the same text, from other settings\n");
  expect(shown).not.toContain("tokens");
});

test("nothing that differs is one sentence", () => {
  expect(text(aDiff({ changes: [], combinations: [], equal: 4 }))).toContain(
    "demo: no difference in 4 assembled texts\n",
  );
});

test("in Markdown a name cannot leave its code span, nor its cell", () => {
  const hostile = "a:x`|<b>`";
  const shown = renderDiffMarkdown(aDiff({ combinations: [aCombination(hostile)] }), both("`v1"));
  expect(shown).toContain("## Prompts: `` `v1 `` → `` `v1 ``\n");
  expect(shown).toContain(String.raw`| ` + "`` main on a:x`\\|<b>` `` | `core` | 20 -> 21 tokens");
});
