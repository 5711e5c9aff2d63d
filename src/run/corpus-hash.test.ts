import { expect, test } from "vitest";
import { aProject } from "../assemble/testing.ts";
import { planRun } from "./plan.ts";
import type { Selection } from "./types.ts";

const asked = {
  ...{ id: "asked", needs: "llm", turns: [{ user: "Which port?" }] },
  ...{ assert: [{ type: "contains", value: "x" }], tools: { default: "Nothing.", results: [] } },
};
const given = {
  id: "given",
  needs: "reader",
  input: "Which port?",
  providerOutput: "x",
  assert: asked.assert,
};

function hashOf(changes: { asked?: object; given?: object; core?: string; selection?: Partial<Selection> }) {
  const cases = [
    { ...asked, ...changes.asked },
    { ...given, ...changes.given },
  ];
  const project = aProject({
    files: {
      ...{ "evals/default.yaml": JSON.stringify({ strata: 1, id: "default" }) },
      ...(changes.core === undefined
        ? {}
        : { "prompts/demo/core.md": `---\nversion: 9.0.0\n---\n${changes.core}` }),
      "corpus/cases/demo/c.yaml": JSON.stringify({ strata: 1, stack: "demo", cases }),
      "corpus/scenarios/other/scenario.yaml": JSON.stringify({
        ...{ strata: 1, id: "other", description: "Elsewhere.", clock: "2026-03-30T14:30:00Z", git: "none" },
        ...{ os: "linux", shell: "sh", cwd: "/w", workspace: { root: "/w" }, home: { root: "/h" } },
      }),
    },
  });
  return planRun(project, { suite: "default", ...changes.selection }).corpusHash;
}

test.each([
  ["a turn", { asked: { turns: [{ user: "Which host?" }] } }],
  ["what tools return by default", { asked: { tools: { ...asked.tools, default: "No." } } }],
  ["how often tools may be called", { asked: { tools: { ...asked.tools, maxSteps: 3 } } }],
  ["the world", { asked: { scenario: "other" } }],
  ["what is asserted", { asked: { assert: [{ type: "contains", value: "y" }] } }],
  ["an answer that a case gives", { given: { providerOutput: "y" } }],
  ["an input", { given: { input: "Which host?" } }],
  ["which cases there are", { selection: { cases: ["asked"] } }],
])("%s is part of a corpus", (_, changes) => {
  expect(hashOf(changes)).not.toBe(hashOf({}));
});

test.each([
  ["prompts", { core: "Another prompt.\n" }],
  ["repeats", { selection: { repeat: 3 } }],
  ["descriptions and tags", { asked: { description: "Asked.", tags: ["new"] } }],
  ["a shard, which is of the whole corpus,", { selection: { shard: { index: 1, of: 2 } } }],
])("%s are no part of it", (_, changes) => {
  expect(hashOf(changes)).toBe(hashOf({}));
});
