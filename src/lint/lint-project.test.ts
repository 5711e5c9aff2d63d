import { expect, test } from "vitest";
import { aLayerFile } from "../assemble/testing.ts";
import { memoryTree } from "../load/index.ts";
import { lintProject } from "./index.ts";
import { demoFiles, lintDemo } from "./testing.ts";

test("a stack that does not load has its files linted all the same, and says what is wrong with it", async () => {
  const { findings, problems } = await lintDemo({ stack: { tiers: [] }, core: "Please kindly count.\n" });
  expect(problems.map(({ file }) => file)).toContain("prompts/demo/stack.yaml");
  expect(findings).toMatchObject([{ kind: "politeness", file: "prompts/demo/core.md", line: 4 }]);
});

test("a profile that does not assemble is reported, and the others keep their rules", async () => {
  const memory = {
    ...{ id: "memory", tier: "session", when: { profile: "main" } },
    source: { path: "{{workspace}}/notes.md" },
    steps: [{ guard: [{ maxBytes: 3 }], onFail: "error" }],
  };
  const { findings, problems } = await lintDemo({
    stack: {
      layers: [{ id: "core", tier: "core", source: { file: "core.md" } }, memory],
      tools: { send_note: { description: "Send a note." } },
      profiles: { main: { tools: [] }, other: { tools: [] } },
    },
    core: "Call send_note when done.\n",
    workspace: { "notes.md": "too long\n" },
  });
  expect(problems).toEqual([]);
  expect(findings.map(({ kind, severity }) => `${severity} ${kind}`)).toEqual([
    "error dangling-tool",
    "error guard-failed",
  ]);
  expect(findings[0]!.message).toContain('"other"');
  expect(findings[0]!.message).not.toContain('"main"');
});

test("what several variants have in common is told once, and an allowance that one variant needs is used", async () => {
  const layers = [
    { id: "core", tier: "core", source: { file: "core.md" } },
    { id: "stamp", tier: "session", vars: ["date"], source: { file: "stamp.md" } },
  ];
  const variants = {
    seconds: {
      description: "With seconds.",
      set: { layers: { stamp: { vars: ["clock"], source: { file: "seconds.md" } } } },
    },
  };
  const files = {
    "prompts/demo/stamp.md": aLayerFile("Started {{date}}.\n"),
    "prompts/demo/seconds.md": aLayerFile("Started {{clock}}.\n"),
  };
  const spec = { stack: { layers, variants }, files, core: "Please count.\n" };
  const { findings } = await lintDemo(spec);
  expect(findings.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
    "politeness prompts/demo/core.md",
    "volatile-in-prefix prompts/demo/seconds.md",
  ]);
  const reason = "The example of the document.";
  const allowed = await lintDemo(spec, { allow: [{ rule: "volatile-in-prefix", layer: "stamp", reason }] });
  expect(allowed.findings.map(({ kind }) => kind)).toEqual(["politeness"]);
});

test("a text behind the cached tiers may change from turn to turn", async () => {
  const layers = [{ id: "core", tier: "turn", source: { file: "core.md" } }];
  const { findings } = await lintDemo({ stack: { layers }, core: "Current time: 14:30:07\n" });
  expect(findings).toEqual([]);
});

test("a duplicate names the layer that more profiles have as the one to keep it", async () => {
  const rule = "- Run the tests of the changed package before every commit.\n";
  const { findings } = await lintDemo({
    stack: {
      layers: [
        { id: "special", tier: "core", when: { profile: "other" }, source: { file: "special.md" } },
        { id: "core", tier: "core", source: { file: "core.md" } },
      ],
      profiles: { main: { tools: "all" }, other: { tools: "all" } },
    },
    core: rule,
    files: { "prompts/demo/special.md": aLayerFile(rule) },
  });
  expect(findings).toMatchObject([
    { kind: "duplicate-rule", args: { keep: "core", at: "prompts/demo/special.md:4" } },
  ]);
});

test("a token budget is counted by the tokenizer", async () => {
  // "Be brief." with LF: o200k_base gives Be, " brief", ".\n" (counted with another implementation of the encoding).
  const budget = (tokens: number) => ({ lint: { budgets: { layers: { core: { tokens } } } } });
  expect((await lintDemo({ stack: budget(3) })).findings).toEqual([]);
  expect((await lintDemo({ stack: budget(2) })).findings).toMatchObject([
    { kind: "over-budget", severity: "error", args: { size: 3, max: 2, unit: "tokens" } },
  ]);
});

test("the same input gives the same findings in the same order", async () => {
  const files = demoFiles({ core: "Please count.\nNEVER EVER guess!!\nBe helpful.\n" });
  const shuffled = Object.fromEntries(Object.entries(files).toReversed());
  const [one, two] = [await lintProject(memoryTree(files)), await lintProject(memoryTree(shuffled))];
  expect(one.findings.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
    "4 politeness",
    "5 emphasis",
    "6 aspirational",
  ]);
  expect(two).toEqual(one);
});
