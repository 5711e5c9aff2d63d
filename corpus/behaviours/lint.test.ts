import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { edited, type Files, repository } from "../../src/assemble/testing.ts";
import { lintProject } from "../../src/lint/index.ts";
import { diskTree, memoryTree } from "../../src/load/index.ts";

const disk = diskTree(repository);

/** This repository with one stack alone. */
function treeOf(stack: string, changes: Files) {
  const others = ["abhed", "vibeos", "rivumi", "right-agent"].filter((id) => id !== stack);
  const hidden = Object.fromEntries(others.map((id) => [`prompts/${id}`, null]));
  return memoryTree({ ...hidden, ...changes }, disk);
}

/** Findings over one stack of this repository with files changed. */
async function lintWith(stack: string, changes: Files, before: Files | null = null) {
  const { findings, problems } = await lintProject(treeOf(stack, changes), {
    before: before === null ? null : treeOf(stack, before),
  });
  expect(problems).toEqual([]);
  return findings;
}

const kindsIn = async (changes: Files) =>
  (await lintWith("abhed", changes)).map(({ kind, severity }) => `${severity} ${kind}`);
const abhedCore = "prompts/abhed/core.md";
const last = "refuse every other upload, and redact secrets in anything you show.\n";
const addToCore = (text: string) => edited(abhedCore, last, `${last}\n${text}\n`);
const memory = "corpus/scenarios/reference/workspace/abhed.md.txt";
const addToMemory = (text: string): Files => ({
  [memory]: `${text}\n\n${readFileSync(path.join(repository, memory), "utf8")}`,
});

test("the four stacks are clean, or carry reasons", async () => {
  const { findings, problems, allowed } = await lintProject(disk);
  expect({ findings, problems }).toEqual({ findings: [], problems: [] });
  expect(allowed.length).toBeGreaterThan(0);
});

test("ABH-03: a clock time in the core is an error", async () => {
  expect(await lintWith("abhed", addToCore("Current time: 14:30:07"))).toContainEqual(
    expect.objectContaining({
      kind: "volatile-in-prefix",
      severity: "error",
      file: abhedCore,
      layer: "core",
    }),
  );
});

test("ABH-04: the core's size is held by a ratchet", async () => {
  expect(
    await kindsIn(
      addToCore(
        "- Keep the log of every deployment in the folder that the team has named for it.\n".repeat(4),
      ),
    ),
  ).toContain("error over-budget");
});

test.each([
  ["Be helpful.", "warning aspirational"],
  ["- Never run rm.", "warning prohibition-without-alternative"],
])("ABH-05: %s is reported", async (text, told) => {
  expect(await kindsIn(addToCore(text))).toContain(told);
});

test.each([
  ["Please kindly count.", "warning politeness"],
  ["NEVER EVER guess.", "warning emphasis"],
  ["- `grep`: Search file contents.", "warning restated-tool-schema"],
])("ABH-38: %s is reported", async (text, told) => {
  expect(await kindsIn(addToCore(text))).toContain(told);
});

test("ABH-38: a layer for one model is an error", async () => {
  const [[file, text]] = Object.entries(
    edited(
      "prompts/abhed/stack.yaml",
      "  - id: environment\n",
      "  - id: environment\n    when: { model: claude }\n",
    ),
  ) as [[string, string]];
  expect(await lintWith("abhed", { [file]: text })).toMatchObject([
    { kind: "model-forked-prompt", severity: "error", layer: "environment" },
  ]);
});

test("ABH-39: this very prompt differs between models in lines that state the model alone", async () => {
  const findings = await lintWith(
    "abhed",
    edited("prompts/abhed/environment.md", "- Model: {{model}}", "- Your model: {{model}}"),
  );
  expect(findings.filter(({ kind }) => kind === "model-forked-prompt")).toEqual([]);
});

test("ABH-25: a secret, a clock time, long prose and copied code in memory are reported", async () => {
  expect(await kindsIn(addToMemory('api_key="q7Zr2Lx9Wv4Kp8Nt6Bd3"'))).toContain("error secret");
  expect(await kindsIn(addToMemory("Current time: 14:30:07"))).toContain("error volatile-in-prefix");
  const prose = Array.from(
    { length: 400 },
    (_, i) => `Entry ${i} tells how drawer ${i} of the old till was mended.`,
  ).join("\n");
  expect(await kindsIn(addToMemory(prose))).toContain("warning oversized-memory");
});

test("RGT-08: a rule that stands in the base and in the operating instructions is an error", async () => {
  const rule =
    "- Verify a dated fact again before relying on it; its date says when it was observed, not that it still holds.";
  const changes = edited(
    "prompts/right-agent/base.md",
    "## Act over promise\n",
    `${rule}\n\n## Act over promise\n`,
  );
  expect(await lintWith("right-agent", changes)).toMatchObject([
    {
      kind: "duplicate-rule",
      severity: "error",
      file: "prompts/right-agent/operating.md",
      args: { keep: "base" },
    },
  ]);
});

test("RGT-08: what bootstrap cannot use does not belong in the base", async () => {
  const changes = edited(
    "prompts/right-agent/base.md",
    "## Act over promise\n",
    "- Use /right-memory for facts.\n\n## Act over promise\n",
  );
  expect(await lintWith("right-agent", changes)).toMatchObject([
    { kind: "misplaced-text", severity: "error", layer: "base" },
  ]);
});

test("RGT-11: a file that is taken whole is an unbounded layer", async () => {
  const { allowed } = await lintProject(disk);
  const unbounded = allowed.filter(({ kind }) => kind === "unbounded-layer").map(({ layer }) => layer);
  expect(unbounded).toEqual(["identity", "personality", "user", "environment"]);
});

test.each([
  "send_progress",
  "thread_search",
  "chat_search",
  "get_messages_by_id",
  "thread_focus_set",
  "skill_learning_start",
])("RGT-38: a cron prompt that names %s is an error", async (tool) => {
  const file = "prompts/right-agent/cron.md";
  const changes = edited(file, "- Write absolute times", `- Call ${tool} first.\n- Write absolute times`);
  expect(await lintWith("right-agent", changes)).toMatchObject([
    {
      kind: "dangling-tool",
      severity: "error",
      file,
      layer: "cron",
      args: { tool, denied: true, profiles: ["cron", "background"] },
    },
  ]);
});

test("RGT-40: the text says 2 minutes and the knob 3", async () => {
  const changes = edited(
    "prompts/right-agent/stack.yaml",
    "knobs: { idle_minutes: 2 }",
    "knobs: { idle_minutes: 3 }",
  );
  const file = "prompts/right-agent/cron.md";
  expect(await lintWith("right-agent", changes)).toMatchObject([
    { kind: "pinned-constant", severity: "error", file, line: 10 },
  ]);
});

test("VIB-38: a stamp with seconds is reported where it is cached", async () => {
  const changes = edited("prompts/vibeos/stamp.md", "{{date}}", "{{clock}}");
  const stack = edited(
    "prompts/vibeos/stack.yaml",
    "vars: [date, session, model]",
    "vars: [clock, session, model]",
  );
  expect(await lintWith("vibeos", { ...changes, ...stack })).toMatchObject([
    { kind: "volatile-in-prefix", file: "prompts/vibeos/stamp.md", line: 5 },
  ]);
});

test("VIB-45: a change of the builder is a product change, a change of an input is none", async () => {
  const stack = "prompts/vibeos/stack.yaml";
  const was = edited(stack, "limit: 2200", "limit: 2100");
  expect(await lintWith("vibeos", {}, was)).toMatchObject([
    { kind: "product-change", severity: "warning", file: stack },
  ]);
  const home = "corpus/scenarios/vibeos-reference/home/.vibeos/memory.md.txt";
  expect(await lintWith("vibeos", {}, { [home]: "Other notes.\n" })).toEqual([]);
});
