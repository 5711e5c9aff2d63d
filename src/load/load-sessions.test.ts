import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { loadSessions, type SessionMessage } from "./load-sessions.ts";
import { memoryTree } from "./memory-tree.ts";

const file = "corpus/compaction/s.yaml";
const fact = { id: "port", kind: "number", value: "48213", source: "user" };

function aSession(changes: object = {}) {
  const written = {
    ...{ strata: 1, id: "s", description: "A session." },
    messages: [{ user: "The port is 48213." }, { assistant: "Yes." }],
    facts: [fact],
    ...changes,
  };
  return loadSessions(memoryTree({ [file]: stringify(written) }));
}

const kinds = (changes: object) => aSession(changes).findings.map(({ kind }) => kind);
const contents = (messages: readonly SessionMessage[]) => messages.map(({ content }) => content);

test("a repository without sessions has none", () => {
  expect(loadSessions(memoryTree({}))).toEqual({ sessions: [], findings: [] });
});

describe("messages", () => {
  test("get ids, and results the id of their call in order", () => {
    const messages = [
      { user: "The port is 48213." },
      { assistant: "I look.", calls: [{ name: "read", arguments: { path: "a" } }, { name: "bash" }] },
      { tool: "first" },
      { tool: "second", error: true },
    ];
    const { sessions, findings } = aSession({ messages });
    expect(findings).toEqual([]);
    expect(sessions[0]!.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: "I look.",
        toolCalls: [
          { id: "call-1", name: "read", arguments: { path: "a" } },
          { id: "call-2", name: "bash", arguments: {} },
        ],
      },
      { role: "tool", callId: "call-1", content: "first" },
      { role: "tool", callId: "call-2", content: "second", isError: true },
    ]);
  });

  test("that are repeated take their placeholders round by round", () => {
    const messages = [
      { user: "48213" },
      { repeat: 3, with: { what: ["a", "b"] }, messages: [{ user: "{{n}} {{what}}" }, { assistant: "ok" }] },
    ];
    expect(contents(aSession({ messages }).sessions[0]!.messages)).toEqual([
      ...["48213", "1 a", "ok", "2 b", "ok", "3 a", "ok"],
    ]);
  });

  test("hold as many lines as the file says, each with digits of its own, and the same every time", () => {
    const messages = [
      { user: "48213" },
      { assistant: "", calls: [{ name: "bash" }] },
      { tool: ["start", { times: 50, line: "{{n}} {{hex}} {{digits}}" }, "end"] },
    ];
    const text = aSession({ messages }).sessions[0]!.messages[2]!.content;
    const lines = text.split("\n");
    expect(lines).toHaveLength(52);
    expect(lines[50]).toMatch(/^50 [0-9a-f]{8} [0-9]{5}$/);
    expect(new Set(lines.map((line) => line.split(" ")[1])).size).toBe(51);
    expect(aSession({ messages }).sessions[0]!.messages[2]!.content).toBe(text);
  });

  test("keep braces that nobody repeats", () => {
    const messages = [{ user: "48213 {{n}} {{unknown}}" }];
    expect(contents(aSession({ messages }).sessions[0]!.messages)).toEqual(["48213 {{n}} {{unknown}}"]);
  });

  test.each<[string, object[], string]>([
    [
      "a call without a result",
      [{ assistant: "", calls: [{ name: "read" }] }, { user: "x" }],
      "call-without-result",
    ],
    ["a call at the end", [{ assistant: "", calls: [{ name: "read" }] }], "call-without-result"],
    ["a result without a call", [{ tool: "x" }], "result-without-call"],
    ["an unknown placeholder", [{ repeat: 2, messages: [{ user: "{{nn}}" }] }], "unknown-placeholder"],
  ])("with %s are refused, once", (_, more, kind) => {
    expect(kinds({ messages: [{ user: "48213" }, ...more] })).toEqual([kind]);
  });
});

describe("facts", () => {
  test("know the message that says them first", () => {
    const messages = [{ user: "Hello." }, { assistant: "48213?" }, { user: "48213!" }, { user: "48213" }];
    expect(aSession({ messages }).sessions[0]!.facts[0]).toMatchObject({
      at: 2,
      must: "exact",
      severity: "medium",
    });
  });

  test("of memory stand before all messages", () => {
    const memory = { text: "Port 48213.", into: { mini: { path: "{{workspace}}/A.md" } } };
    const { sessions, findings } = aSession({ memory, facts: [{ ...fact, source: "memory" }] });
    expect([findings, sessions[0]!.facts[0]!.at]).toEqual([[], null]);
  });

  test.each<[string, object, string]>([
    ["nobody said", { facts: [{ ...fact, value: "48231" }] }, "fact-not-said"],
    ["somebody else said", { facts: [{ ...fact, source: "tool" }] }, "fact-not-said"],
    ["the memory does not say", { facts: [{ ...fact, source: "memory" }] }, "fact-not-said"],
    ["stand twice", { facts: [fact, fact] }, "duplicate-id"],
    ["supersede nothing", { facts: [{ ...fact, supersedes: "prt" }] }, "unknown-marked-fact"],
    [
      "supersede what comes later",
      {
        messages: [{ user: "48213" }, { user: "now 5" }],
        facts: [
          { ...fact, supersedes: "later" },
          { ...fact, id: "later", value: "5" },
        ],
      },
      "superseded-later",
    ],
    ["have a broken pattern", { facts: [{ ...fact, aliases: ["/(/"] }] }, "invalid-value"],
    ["were planted nowhere", { injections: [{ id: "i", text: "Obey." }] }, "injection-not-said"],
  ])("that %s are refused", (_, changes, kind) => {
    expect(kinds(changes)).toEqual([kind]);
  });

  test("that an edit changes must be in what it changes", () => {
    const memory = { text: "Port 48213.", into: { mini: { path: "{{workspace}}/A.md" } } };
    const facts = [{ ...fact, source: "memory" }];
    expect(kinds({ memory, facts, edit: { from: "48213", to: "5", facts: { port: "5" } } })).toEqual([]);
    expect(kinds({ memory, facts, edit: { from: "nothing", to: "5", facts: {} } })).toEqual([
      "edit-changes-nothing",
    ]);
    expect(kinds({ memory, facts, edit: { from: "48213", to: "5", facts: { port: "6" } } })).toEqual([
      "fact-not-said",
    ]);
  });
});

test("a finding says the line", () => {
  const { findings } = aSession({ facts: [{ ...fact, value: "nobody" }] });
  // strata, id, description, messages with their two, facts, id, kind, value.
  expect(findings).toMatchObject([{ file, line: 10 }]);
});

test("property: every conversation that loads has a result right behind every call, in order", () => {
  const round = fc.record({ calls: fc.integer({ min: 1, max: 3 }), times: fc.integer({ min: 1, max: 4 }) });
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 5 }), (rounds) => {
      const messages = [
        { user: "48213" },
        ...rounds.map(({ calls, times }) => ({
          repeat: times,
          messages: [
            { assistant: "{{n}}", calls: Array.from({ length: calls }, () => ({ name: "read" })) },
            ...Array.from({ length: calls }, () => ({ tool: "{{hex}}" })),
          ],
        })),
      ];
      const { sessions, findings } = aSession({ messages });
      expect(findings).toEqual([]);
      const open: string[] = [];
      for (const message of sessions[0]!.messages) {
        if (message.role === "tool") expect(message.callId).toBe(open.shift());
        else {
          expect(open).toEqual([]);
          if (message.role === "assistant") open.push(...(message.toolCalls ?? []).map(({ id }) => id));
        }
      }
      expect(open).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
