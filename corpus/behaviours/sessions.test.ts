import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runSession, type SessionEvent } from "../../src/assemble/index.ts";
import { valid } from "../../src/assemble/testing.ts";
import { type AbhedSpec, loadAbhed } from "./testing-abhed.ts";
import type { Project } from "../../src/load/index.ts";
import { assembleRightAgent, begin, loadRightAgent, type RightAgentSpec } from "./testing-right-agent.ts";
import { loadRivumi } from "./testing-rivumi.ts";
import {
  combinationIn,
  compaction,
  configure,
  distinct,
  newSession,
  read,
  resume,
  textIn,
  turn,
  write,
} from "./testing-sessions.ts";
import { loadVibeos } from "./testing-vibeos.ts";

// Rows of spec/systems.md that need a session: Abhed, Right Agent, and what holds for all four stacks. The rows of
// VibeOS and Rivumi are in sessions-vibeos.test.ts and sessions-rivumi.test.ts.

const abhed = (events: SessionEvent[], spec: AbhedSpec = {}, choice = {}) =>
  runSession(combinationIn(valid(loadAbhed(spec)), { stack: "abhed", ...choice }), events);

describe("ABH-02", () => {
  const tenant = (name: string): AbhedSpec => ({
    scenario: {
      ...{ cwd: `/srv/${name}`, workspace: { root: `/srv/${name}` }, home: { root: `/home/${name}` } },
      git: { root: `/srv/${name}`, branch: name, dirty: 0 },
    },
    workspace: { "ABHED.md": `Memory of ${name}.` },
  });

  test("ABH-02 two tenants have core and profile bytes in common in every turn; environment and memory differ", () => {
    const events = [turn(), write("ABHED.md", "Edited."), turn()];
    const [one, two] = ["ada", "bob"].map((name) => abhed(events, tenant(name), { profile: "review" }));
    one!.forEach((step, i) => {
      for (const id of ["core", "profile"]) expect(textIn(step, id)).toBe(textIn(two![i]!, id));
      expect(textIn(step, "core")).not.toBeNull();
      expect(textIn(step, "environment")).not.toBe(textIn(two![i]!, "environment"));
    });
    expect(textIn(one![0]!, "memory")).not.toBe(textIn(two![0]!, "memory"));
    expect(textIn(one![3]!, "memory")).toBe(textIn(two![3]!, "memory"));
  });

  test("ABH-02 within a session the environment stays, and memory is injected anew every turn", () => {
    const steps = abhed(
      [turn(), write("ABHED.md", "Edited."), configure({ mcp_servers: ["late"] }), turn(), turn()],
      { workspace: { "ABHED.md": "First." } },
    );
    for (const id of ["core", "environment"]) expect(distinct(steps.map((step) => textIn(step, id)))).toBe(1);
    expect(steps.map((step) => textIn(step, "memory")?.includes("Edited."))).toEqual([
      ...[false, false, false, false, true, true],
    ]);
    // Memory stands last, so that a change of it breaks as little of the prefix as it can, and is reported.
    expect(steps[4]!.records).toEqual([{ type: "prefix-changed", layer: "memory" }]);
  });
});

describe("ABH-18", () => {
  const workspace = { "ABHED.md": "PROJECT", "pkg/a/ABHED.md": "SCOPED" };

  test("ABH-18 a folder's memory appears in the turn after a file below it was read, and stays", () => {
    const steps = abhed([turn(), read("main.go"), turn(), read("pkg/a/x.go"), turn(), turn()], { workspace });
    const memories = steps.map((step) => textIn(step, "memory")!);
    expect(memories.map((text) => text.includes("SCOPED"))).toEqual([
      ...[false, false, false, false, false, true, true],
    ]);
    expect(memories.every((text) => text.includes("PROJECT"))).toBe(true);
    expect(steps.flatMap(({ records }) => records).slice(1)).toEqual([
      { type: "prefix-changed", layer: "memory" },
    ]);
  });

  test("ABH-18 a new session begins without it", () => {
    const steps = abhed([read("pkg/a/x.go"), turn(), newSession, turn()], { workspace });
    expect(steps.map((step) => textIn(step, "memory")!.includes("SCOPED"))).toEqual([
      ...[false, false, true, false, false],
    ]);
  });
});

const rightAgent = (events: SessionEvent[], spec: RightAgentSpec = {}, profile = "worker") =>
  runSession(combinationIn(valid(loadRightAgent(spec)), { stack: "right-agent", profile }), events);

describe("RGT-16, RGT-20", () => {
  const values = {
    recalled_facts: [{ text: "The oven is hot.", occurred_start: "2026-06-01T09:00" }],
    thread_focus: "Bread",
    repair_notice: "Restarted.",
  };

  test("RGT-16 what stands before the user's message is that turn's alone, and nothing of it is stored", () => {
    const spec = { values: { memory_mode: "hindsight" } };
    const steps = rightAgent([turn(values), read("x"), turn(), turn({ repair_notice: "Again." })], spec);
    const prefixes = steps.map(({ assembly }) => assembly.channels.user_prefix?.text);
    expect(prefixes[0]).toBeUndefined();
    expect(prefixes[1]).toContain("[observed 2026-06-01] The oven is hot.");
    expect(prefixes[2]).toBe(prefixes[1]);
    expect(prefixes[3]).toBeUndefined();
    expect(prefixes[4]).toContain("Again.");
    expect(prefixes[4]).not.toContain(begin);
    expect(distinct(steps.map(({ stored }) => stored))).toBe(1);
    expect(distinct(steps.map(({ assembly }) => assembly.hash))).toBe(1);
  });

  test("RGT-20 a change of the memory status is told once, and never in the system prompt", () => {
    const states = ["ok", "degraded", "degraded", "ok", "ok"];
    const events = states.map((_, i) => turn({ memory_states: states.slice(0, i + 1) }));
    const steps = rightAgent(events).slice(1);
    const told = steps.map(({ assembly }) => assembly.channels.user_prefix?.text);
    expect(told.map((text) => text !== undefined)).toEqual([false, true, false, true, false]);
    expect(told[1]).toMatch(/^<memory-status>\n.*\n<\/memory-status>$/s);
    expect(told[3]).not.toBe(told[1]);
    expect(distinct(steps.map(({ assembly }) => assembly.text))).toBe(1);
    expect(steps[0]!.assembly.text).not.toContain("memory-status");
  });

  test("RGT-02 the agent's own files are read for every call, and a memory written in between is there", () => {
    const home = { "MEMORY.md": "OLD", "SOUL.md": "CALM" };
    const steps = rightAgent([write("/sandbox/MEMORY.md", "NEW"), compaction, turn()], { home });
    expect(steps.map(({ stored }) => [stored.includes("OLD"), stored.includes("NEW")])).toEqual([
      ...[
        [true, false],
        [true, false],
        [true, false],
        [false, true],
      ],
    ]);
    expect(steps.at(-1)!.assembly.text).toBe(
      assembleRightAgent({ home: { ...home, "MEMORY.md": "NEW" } }).text,
    );
  });
});

const stacks: [string, string, () => Project][] = [
  ["abhed", "main", () => valid(loadAbhed({}))],
  ["vibeos", "main-telegram", () => valid(loadVibeos({}))],
  ["rivumi", "full", () => valid(loadRivumi({}))],
  ["right-agent", "worker", () => valid(loadRightAgent({ values: { memory_mode: "hindsight" } }))],
];

test.each(stacks)("no value of a turn enters what %s stores or caches", (stack, profile, load) => {
  const combination = combinationIn(load(), { stack, profile });
  const text = fc.string({ maxLength: 5 });
  const list = fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 });
  const byType = { text, list, data: fc.oneof(text, list, fc.boolean()) };
  const inputs = [...combination.stack.inputs].map(([name, { type }]) => [name, byType[type]] as const);
  const values = fc.record(Object.fromEntries<fc.Arbitrary<unknown>>(inputs), { requiredKeys: [] });
  const events = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: values.map(turn) },
      { weight: 1, arbitrary: fc.constantFrom(compaction, resume, read("a/x")) },
    ),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(events, (all) => {
      const steps = runSession(combination, all);
      expect(distinct(steps.map(({ stored }) => stored))).toBe(1);
      expect(distinct(steps.map(({ assembly }) => assembly.prefixHash))).toBe(1);
      for (const { stored, assembly } of steps) expect(assembly.text.startsWith(stored)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
