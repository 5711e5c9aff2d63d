import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryTree } from "../load/index.ts";
import { findForeignCode } from "./foreign-code.ts";
import { judgeComparison, worst } from "./judge-comparison.ts";
import { judgeGate } from "./judge-gate.ts";
import { layersAtFault, onlyFiles } from "./layers-at-fault.ts";
import { loadGate } from "./load-gate.ts";
import { readQuarantine } from "./quarantine.ts";
import { revertCommand } from "./revert-command.ts";
import { aComparison, aGate, aProject, cases, files } from "./testing.ts";
import { checkSizes, promptSizes } from "./token-budgets.ts";
import type { PartCode } from "./types.ts";

describe("settings", () => {
  test("without a file they are the defaults of an empty one", () => {
    const { gate, findings } = loadGate(memoryTree({}));
    expect(findings).toEqual([]);
    expect({ ...gate, lineAt: null }).toEqual({ ...aGate(), lineAt: null });
    expect(gate).toMatchObject({
      onInconclusive: "block",
      onCorpusShrink: "block",
      suites: { default: { margin: 0.05 } },
    });
  });

  test.each([
    ["an unknown key", "onInconclusiv: pass", 2],
    ["a margin of nothing", "suites: { default: { margin: 0 } }", 2],
    [
      "a day that does not exist",
      'quarantine: [{ case: a, until: "2026-02-30", reason: long enough to say }]',
      2,
    ],
    ["a quarantine without a reason", 'quarantine: [{ case: a, until: "2026-02-20", reason: "" }]', 2],
    ["no suite at all", "suites: {}", 2],
  ])("%s is refused with its line", (_, line, at) => {
    const { findings } = loadGate(memoryTree({ "evals/gate.yaml": `strata: 1\n${line}\n` }));
    expect(findings).toMatchObject([{ file: "evals/gate.yaml", line: at, severity: "error" }]);
  });
});

describe("quarantine", () => {
  const gate = aGate(
    "quarantine:",
    '  - { case: a, until: "2026-05-01", reason: known and being mended }',
    '  - { case: b, until: "2026-04-30", reason: known and being mended }',
    '  - { case: tillport, until: "2026-05-01", reason: known and being mended }',
  );
  const ids = ["a", "b", "till-port"].map((id) => ({ id }));

  test("holds to the end of its last day; what ended or names no case is an error with its line", () => {
    const { active, findings } = readQuarantine(gate, ids, new Date("2026-05-01T23:59:59Z"));
    expect([...active]).toEqual([["a", "known and being mended (until 2026-05-01)"]]);
    expect(findings).toMatchObject([
      { kind: "quarantine-expired", line: 4, severity: "error" },
      { kind: "quarantine-unknown", line: 5, args: { near: "till-port" } },
    ]);
    expect(readQuarantine(gate, ids, new Date("2026-05-02T00:00:00Z")).active.size).toBe(0);
  });
});

describe("code that a change brings along", () => {
  const key = { OPENAI_API_KEY: "sk-0123456789abcdef0123" };
  const none = aProject(cases("{ id: a, input: Where?, assert: [{ type: contains, value: x }] }"));
  const suite = {
    "evals/default.yaml": "strata: 1\nid: default\nanswer: reader:bm25\nallow: [javascript, llm-rubric]\n",
  };
  const withCode = (value: string) =>
    aProject({
      ...suite,
      ...cases(`{ id: a, input: Where?, assert: [{ type: javascript, value: ${value} }] }`),
    });

  test("is refused where a key is, unless the base has it just so", () => {
    expect(findForeignCode(none, withCode("'true'"), key)).toMatchObject([
      {
        kind: "foreign-code",
        file: "corpus/cases/desk/cases.yaml",
        line: 4,
        args: { keys: ["OPENAI_API_KEY"] },
      },
    ]);
    expect(findForeignCode(withCode("'true'"), withCode("'true'"), key)).toEqual([]);
    expect(findForeignCode(withCode("'true'"), withCode("'1 < 2'"), key)).toHaveLength(1);
  });

  test("is let in without a key; a judged or plain assertion always", () => {
    expect(findForeignCode(none, withCode("'true'"), {})).toEqual([]);
    expect(findForeignCode(none, withCode("'true'"), { OPENAI_API_KEY: "", HOME: "/root" })).toEqual([]);
    const judged = aProject({
      ...suite,
      ...cases("{ id: b, input: Who?, assert: [{ type: llm-rubric, value: kind }] }"),
    });
    expect(findForeignCode(none, judged, key)).toEqual([]);
  });

  test("a model that runs a program is refused when it is new or another one", () => {
    const models = (id: string, more = "") => ({
      "prompts/models.yaml": `strata: 1\nmodels:\n  - { id: "${id}", pinned: true, window: null${more} }\n  - { id: reader:bm25, pinned: true, window: null }\n`,
    });
    const exec = aProject(models("exec:./agent"));
    expect(findForeignCode(aProject(), exec, key)).toMatchObject([
      { args: { what: "the model exec:./agent" } },
    ]);
    expect(findForeignCode(exec, exec, key)).toEqual([]);
    expect(
      findForeignCode(exec, aProject(models("exec:./agent", ", parameters: { temperature: 1 }")), key),
    ).toHaveLength(1);
    expect(findForeignCode(exec, aProject(models("anthropic:claude")), key)).toEqual([]);
  });
});

describe("the comparison as a part", () => {
  const block = aGate();
  const pass = aGate("onInconclusive: pass");

  test.each([
    ["improved", block, 0],
    ["neutral", block, 0],
    ["regressed", block, 1],
    ["regressed", pass, 1],
    ["inconclusive", block, 3],
    ["inconclusive", pass, 0],
  ] as const)("%s (row %#) decides as its policy says", (verdict, gate, code) => {
    const { part } = judgeComparison([aComparison({ verdict })], gate);
    expect(part.code).toBe(code);
    const loud = verdict === "inconclusive" && gate === pass;
    expect(part.findings.map(({ kind }) => kind)).toEqual(loud ? ["passed-undecided"] : []);
  });

  test("what was cut short is not decided, whatever the policy", () => {
    const cut = aComparison({ verdict: "inconclusive", exitCode: 3, stopped: "--max-calls" });
    expect(judgeComparison([cut], pass).part.code).toBe(3);
  });

  test("must-pass cases that were not measured are counted, and block where they have to be measured", () => {
    const result = aComparison({ mustPassUnmeasured: ["b", "a"] });
    expect(judgeComparison([result], block)).toMatchObject({
      ...{ mustPassUnmeasured: ["a", "b"], part: { code: 0 } },
    });
    const required = judgeComparison([result], aGate("requireMeasured: true"));
    expect(required.part).toMatchObject({
      code: 3,
      findings: [{ kind: "must-pass-unmeasured", severity: "error" }],
    });
    const lost = judgeComparison([{ ...result, verdict: "regressed" }], aGate("requireMeasured: true"));
    expect(lost.part.code).toBe(1);
  });

  test("several suites make one verdict: a loss first, then a doubt", () => {
    const verdicts = (...list: ("improved" | "neutral" | "regressed" | "inconclusive")[]) =>
      judgeComparison(
        list.map((verdict) => aComparison({ verdict })),
        block,
      );
    expect(verdicts("improved", "regressed", "inconclusive")).toMatchObject({
      verdict: "regressed",
      part: { code: 1 },
    });
    expect(verdicts("improved", "inconclusive")).toMatchObject({
      verdict: "inconclusive",
      part: { code: 3 },
    });
    expect(verdicts("neutral", "improved")).toMatchObject({ verdict: "improved", part: { code: 0 } });
  });
});

describe("the whole gate", () => {
  const codes = fc.array(fc.constantFrom<PartCode>(0, 1, 2, 3), { maxLength: 8 });

  test("2 goes before 1 before 3, and 0 is all parts at 0", () => {
    const rank = [2, 1, 3, 0];
    fc.assert(
      fc.property(codes, (list) => {
        const best = list.map((code) => rank.indexOf(code)).reduce((a, b) => Math.min(a, b), 3);
        expect(worst(list)).toBe(rank[best]);
      }),
      { numRuns: 100 },
    );
  });

  test("names the parts that decided, in the order of the gate", () => {
    const part = (name: "lint" | "lock" | "comparison" | "corpus", code: PartCode) => ({
      ...{ part: name, code, summary: "", details: [], findings: [] },
    });
    const parts = [part("comparison", 3), part("lint", 1), part("corpus", 0), part("lock", 1)];
    expect(judgeGate(parts, "inconclusive")).toMatchObject({
      ...{ outcome: "failed", exitCode: 1, verdict: "inconclusive", because: ["lock", "lint"] },
      parts: [{ part: "corpus" }, { part: "lock" }, { part: "lint" }, { part: "comparison" }],
    });
  });
});

describe("layers at fault", () => {
  const versionOf = (changes: Record<string, string>) => ({
    tree: memoryTree({ ...files, ...changes }),
    prompts: aProject(changes),
  });
  const lost = [
    {
      stack: "desk",
      variant: { before: "default", after: "default" },
      profile: "main",
      model: "reader:bm25",
    },
  ];
  const suspects = (changes: Record<string, string>) =>
    layersAtFault(versionOf({}), versionOf(changes), lost);
  const fault = (changes: Record<string, string>) => {
    const { byLayer: _, ...found } = suspects(changes);
    return found;
  };
  const stack = files["prompts/desk/stack.yaml"];

  test("are those whose text differs, with their files", () => {
    const core = files["prompts/desk/core.md"].replace("Count the till.", "Guess.");
    expect(fault({ "prompts/desk/core.md": core })).toEqual({
      ...{ layers: ["desk/core"], restore: ["prompts/desk/core.md"], added: [] },
    });
  });

  test("fewer files leave the layers that are made of them", () => {
    const word = (file: keyof typeof files) => ({ [file]: files[file].replace("till", "drawer") });
    const both = suspects({ ...word("prompts/desk/core.md"), ...word("prompts/desk/role.md") });
    expect(both.byLayer).toEqual({
      "desk/core": ["prompts/desk/core.md"],
      "desk/role": ["prompts/desk/role.md"],
    });
    expect(onlyFiles(both, new Set(["prompts/desk/role.md"]))).toEqual({
      ...{ layers: ["desk/role"], restore: ["prompts/desk/role.md"], added: [] },
    });
  });

  test("a new layer goes with its file and the settings that name it", () => {
    const added = {
      "prompts/desk/extra.md": "---\nversion: 1.0.0\n---\nBe brief.\n",
      "prompts/desk/stack.yaml": stack.replace(
        "profiles:",
        "  - { id: extra, tier: core, source: { file: extra.md } }\nprofiles:",
      ),
    };
    const found = fault(added);
    expect(found.layers).toEqual(["desk/extra"]);
    expect(found.added).toEqual(["prompts/desk/extra.md"]);
    expect(found.restore).toEqual(["prompts/desk/stack.yaml"]);
  });

  test("a layer that was taken out, and an order that changed, are the settings' doing", () => {
    const line = "  - { id: role, tier: core, source: { file: role.md } }\n";
    const removed = fault({ "prompts/desk/stack.yaml": stack.replace(line, "") });
    expect(removed).toEqual({ layers: ["desk/role"], restore: ["prompts/desk/stack.yaml"], added: [] });
    const first = "  - { id: core, tier: core, source: { file: core.md } }\n";
    const swapped = stack.replace(first + line, line + first);
    expect(fault({ "prompts/desk/stack.yaml": swapped })).toEqual({
      ...{ layers: [], restore: ["prompts/desk/stack.yaml"], added: [] },
    });
  });
});

test("the way back is one line for a shell, with odd names quoted and the root named", () => {
  const found = {
    layers: ["desk/core"],
    restore: ["prompts/desk/core.md", "prompts/it's/a b.md"],
    added: ["prompts/desk/new.md"],
  };
  expect(revertCommand(found, "abc123")).toBe(
    String.raw`git checkout abc123 -- prompts/desk/core.md 'prompts/it'\''s/a b.md' && rm -- prompts/desk/new.md && strata lock`,
  );
  expect(revertCommand({ ...found, restore: ["prompts/desk/core.md"] }, "abc123", "../shop")).toBe(
    "git -C ../shop checkout abc123 -- prompts/desk/core.md && rm -- ../shop/prompts/desk/new.md && strata --root ../shop lock",
  );
  expect(revertCommand({ layers: [], restore: [], added: [] }, "abc123")).toBeNull();
});

test("budgets are kept to the token: at the limit is fine, beyond it is not", () => {
  const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
  const sizes = promptSizes(aProject(), words);
  // Count the till. + You keep the till.
  expect([...sizes]).toEqual([["desk@default/main for reader:bm25", { tokens: 7, estimate: true }]]);
  const kinds = (line: string, before = sizes) =>
    checkSizes(aGate(`budgets: { ${line} }`), before, sizes).map(({ kind }) => kind);
  expect(kinds("tokens: 7")).toEqual([]);
  expect(kinds("tokens: 6")).toEqual(["over-tokens"]);
  const smaller = new Map([["desk@default/main for reader:bm25", { tokens: 5, estimate: true }]]);
  expect(kinds("growth: 0.4", smaller)).toEqual([]);
  expect(kinds("growth: 0.39", smaller)).toEqual(["over-growth"]);
  expect(kinds("growth: 0", new Map())).toEqual([]);
});
