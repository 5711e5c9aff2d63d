import { expect, test } from "vitest";
import { aLayerFile, textOf, valid } from "../../src/assemble/testing.ts";
import {
  assembleRightAgent,
  everything,
  layersOf,
  loadRightAgent,
  promptText,
  times,
} from "./testing-right-agent.ts";

const sentinels = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `SENTINEL-${from + i}`);

function places(text: string, parts: readonly string[]): number[] {
  return parts.map((part) => text.search(new RegExp(`${part}(?!\\d)`)));
}

function expectOrder(text: string, parts: readonly string[]): void {
  const found = places(text, parts);
  expect(found.every((at) => at >= 0)).toBe(true);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
}

test("RGT-02 a normal prompt has its ten sections in order", () => {
  const files = { "prompts/right-agent/operating.md": aLayerFile("SENTINEL-2\n") };
  const { text } = assembleRightAgent({ ...everything, files });
  expectOrder(text, sentinels(1, 10));
  expectOrder(text, [
    "## Operating Instructions",
    "## Your Identity",
    "## Your Personality and Values",
    "## Your User",
    "## Environment and Tools",
    "## Current Conversation",
    "## MCP Server Instructions",
    "## Topic Focus",
    "## Long-Term Memory",
  ]);
  expect(text.startsWith("You are SENTINEL-1")).toBe(true);
});

test("RGT-03 a cron prompt has the delivery contract after the operating instructions, and no memory", () => {
  for (const profile of ["cron", "background"]) {
    const assembly = assembleRightAgent({ ...everything, profile });
    const ids = [
      "base",
      "operating",
      "cron",
      "identity",
      "personality",
      "user",
      "environment",
      "token",
      "mcp",
    ];
    expect(layersOf(assembly)).toEqual(ids);
    expectOrder(assembly.text, ["SENTINEL-1", "## Cron Delivery Contract", ...sentinels(3, 6), "SENTINEL-8"]);
    for (const absent of ["SENTINEL-7", "SENTINEL-9", "SENTINEL-10"])
      expect(assembly.text).not.toContain(absent);
  }
});

test("RGT-04 a bootstrap prompt has base, instructions and state alone", () => {
  const assembly = assembleRightAgent({ ...everything, profile: "bootstrap" });
  expect(layersOf(assembly)).toEqual(["base", "bootstrap", "bootstrap-state"]);
  expect(layersOf(assembly, "user_prefix")).toEqual([]);
  expect(assembly.text).toMatch(
    /\n## Bootstrap Instructions\n[^]*\n## Authoritative Bootstrap State \(JSON\)\n\n```json\n\{\n {2}"stage": "SENTINEL-11"\n\}\n```$/,
  );
  expect(places(assembly.text, sentinels(3, 10))).toEqual(Array(8).fill(-1));
});

test("RGT-05 the token stands between the identity files and the conversation, and without one its header is absent", () => {
  const { text } = assembleRightAgent(everything);
  expect(text).toContain("SENTINEL-6\n\n## Platform Notice Token\n\ndeadbeef\n## Current Conversation\n");
  const { notice_token: _token, ...values } = everything.values as Record<string, unknown>;
  const without = assembleRightAgent({ ...everything, values }).text;
  expect(without).not.toContain("## Platform Notice Token");
  expect(without).toContain("SENTINEL-6\n\n## Current Conversation\n");
});

const matrix = [
  ["worker", "worker", "normal", "reply"],
  ["bootstrap", "worker", "bootstrap", "bootstrap"],
  ["cron", "cron", "cron", "cron"],
  ["background", "background", "cron", "bg-continuation"],
  ["delivery", "delivery", "normal", "reply"],
  ["reflection", "reflection", "normal", "reply"],
] as const;

test.each(matrix)("RGT-06 %s is caller %s in mode %s with contract %s", (id, caller, mode, contract) => {
  const stack = valid(loadRightAgent({})).stacks.get("right-agent")!.get("default")!;
  expect(stack.profiles.get(id)).toMatchObject({ caller, mode, contract });
  expect(stack.contracts.get(contract)!.schema).toMatchObject({ title: contract, type: "object" });
});

test.each([
  ["delivery", "cron"],
  ["cron", "normal"],
  ["background", "bootstrap"],
])("RGT-06 caller %s in mode %s is an error", (profile, mode) => {
  const stack = (written: any) => {
    written.profiles[profile].mode = mode;
    return written;
  };
  const { findings } = loadRightAgent({ stack });
  expect(findings).toMatchObject([{ kind: "impossible-mode", args: { caller: profile, mode } }]);
});

const live = [
  "send_progress",
  "thread_search",
  "chat_search",
  "get_messages_by_id",
  "thread_focus_set",
  "skill_learning_start",
  "skill_learning_status",
];

test("RGT-06 every caller but the foreground worker is denied the live tools", () => {
  const stack = valid(loadRightAgent({})).stacks.get("right-agent")!.get("default")!;
  for (const { id, caller, tools, denied } of stack.profiles.values()) {
    const names = tools.map(({ name }) => name);
    if (id === "worker") expect(names).toEqual(expect.arrayContaining(live));
    else expect(names.filter((name) => live.includes(name))).toEqual([]);
    expect(denied).toEqual(caller === "worker" ? [] : live);
  }
});

test("RGT-07 conversation and focus appear for the foreground worker alone", () => {
  const withThem = [
    ...valid(loadRightAgent(everything)).stacks.get("right-agent")!.get("default")!.profiles.keys(),
  ].filter((profile) =>
    /## Current Conversation|Focus\n/.test(assembleRightAgent({ ...everything, profile }).text),
  );
  expect(withThem).toEqual(["worker"]);
});

test("RGT-10 operating, cron and bootstrap text come from the prompt files, whatever BOOTSTRAP.md says", () => {
  expect(textOf(assembleRightAgent(everything), "operating")).toBe(
    `## Operating Instructions\n\n${promptText("operating.md")}`,
  );
  expect(textOf(assembleRightAgent({ ...everything, profile: "cron" }), "cron")).toBe(promptText("cron.md"));
  const bootstrap = assembleRightAgent({ ...everything, profile: "bootstrap" });
  expect(textOf(bootstrap, "bootstrap")).toBe(`## Bootstrap Instructions\n\n${promptText("bootstrap.md")}`);
  for (const profile of ["worker", "cron", "bootstrap"]) {
    expect(assembleRightAgent({ ...everything, profile }).text).not.toContain("HACK");
  }
});

test("RGT-22 the MCP section appears only if a server has instructions, and nothing else depends on it", () => {
  const values = (mcp_instructions: string) => ({ ...everything.values, mcp_instructions });
  const some = assembleRightAgent({ ...everything, values: values("SENTINEL-8\n") });
  expect(times("## MCP Server Instructions\n", some.text)).toBe(1);
  const { mcp_instructions: _none, ...failed } = everything.values as Record<string, unknown>;
  for (const fetched of [values(""), values(" \n"), failed]) {
    const none = assembleRightAgent({ ...everything, values: fetched });
    expect(none.diagnostics).toEqual([]);
    expect(none.text).toBe(some.text.replace("## MCP Server Instructions\n\nSENTINEL-8\n\n", ""));
  }
});

test("RGT-24 the prompt is the same whichever model it is assembled for", () => {
  const models = [...valid(loadRightAgent(everything)).models.keys()];
  expect(models.length).toBeGreaterThan(1);
  const made = models.map((model) => assembleRightAgent({ ...everything, model }));
  expect(new Set(made.map(({ hash }) => hash)).size).toBe(1);
  expect(new Set(made.map(({ recipeHash }) => recipeHash)).size).toBe(1);
});

test("RGT-27 who asks the bootstrap questions is two variants: one run after five answers, or a question a turn", () => {
  const worker = assembleRightAgent({ ...everything, profile: "bootstrap" });
  const asks = assembleRightAgent({ ...everything, profile: "bootstrap", variant: "model-asks" });
  expect(textOf(worker, "bootstrap")).toContain("The platform has asked its five questions");
  expect(textOf(asks, "bootstrap")).toContain("Ask a single question per turn");
  expect(worker.tools.map(({ name }) => name)).toEqual(["Read", "Write", "Edit"]);
  expect(asks.tools).toEqual([]);
  expect(worker.recipeHash).not.toBe(asks.recipeHash);
  // Nothing but the bootstrap text differs.
  const rest = (assembly: typeof asks) => assembly.text.replace(textOf(assembly, "bootstrap")!, "");
  expect(rest(asks)).toBe(rest(worker));
});
