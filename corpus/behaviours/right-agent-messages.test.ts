import { expect, test } from "vitest";
import { parse } from "yaml";
import { textOf, valid } from "../../src/assemble/testing.ts";
import { assembleRightAgent, layersOf, loadRightAgent, prefixOf, promptText } from "./testing-right-agent.ts";

test("RGT-36 turn statistics are for the prefilter, and too few turns say so", () => {
  const turn_stats = Array.from({ length: 19 }, (_, i) => ({ tools: i + 1 }));
  const few = assembleRightAgent({ profile: "prefilter", values: { turn_stats } });
  expect(textOf(few, "turn-stats")).toBe("TURN STATS\n\ninsufficient history (n=19, need 20)");
  const enough = assembleRightAgent({
    profile: "prefilter",
    values: { turn_stats: [...turn_stats, { tools: 20 }] },
  });
  expect(textOf(enough, "turn-stats")).toBe("TURN STATS\n\nP50: tools 10\nP90: tools 18\nP99: tools 20");
});

test("RGT-37 the probe writer's message has its five parts in order", () => {
  const values = { probe_topic: "SENTINEL-2", skill_index: "SENTINEL-4", transcript: "SENTINEL-5 {{hint}}" };
  const message = prefixOf(assembleRightAgent({ profile: "probe-writer", values }))!;
  const parts = [
    "Confine the examination",
    "SENTINEL-2",
    "`applied_as_hinted`",
    "SENTINEL-4",
    "SENTINEL-5 {{hint}}",
  ];
  const found = parts.map((part) => message.indexOf(part));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found[0]).toBeGreaterThan(0);
  for (const outcome of ["applied_as_hinted", "applied_differently", "refused"])
    expect(message).toContain(`\`${outcome}\``);
  const repair = { ...values, probe_decision: "patch_existing", probe_target: "rightx-kiln" };
  const other = prefixOf(assembleRightAgent({ profile: "probe-writer", values: repair }))!;
  expect(other).toContain("Repair the existing skill `rightx-kiln`");
  expect(other).not.toContain("SENTINEL-2");
});

const author = { name: "Bo", username: "bo", id: 5 };
const long = "x".repeat(241);

test.each([
  ["a direct chat", "dm", { id: 1, author, text: "hi" }, { id: 1, text: "hi" }],
  ["a group", "group", { id: 1, author, text: "hi" }, { id: 1, author, text: "hi" }],
  [
    "an answer to a text",
    "dm",
    { id: 2, text: "yes", reply_to: { id: 1, author, text: "Coming?" } },
    { id: 2, text: "yes", reply_to_id: 1, reply_to: { author, text: "Coming?" } },
  ],
  [
    "an answer to a long text that can be fetched",
    "dm",
    { id: 2, text: "yes", reply_to: { id: 1, author, text: long, locator: "chat/1" } },
    {
      id: 2,
      text: "yes",
      reply_to_id: 1,
      reply_to: { author, preview: `${"x".repeat(240)}…`, locator: "chat/1" },
    },
  ],
  [
    "an answer to the message that the session ends with",
    "dm",
    { id: 2, text: "yes", reply_to: { id: 1, author, text: "Coming?", in_session: true } },
    { id: 2, text: "yes", reply_to_id: 1, reply_to: { author, note: expect.stringContaining("session") } },
  ],
  [
    "an answer to a picture",
    "dm",
    { id: 2, text: "yes", reply_to: { id: 1, author, attachments: [{ type: "photo", path: "a.jpg" }] } },
    {
      id: 2,
      text: "yes",
      reply_to_id: 1,
      reply_to: { author, attachments: [{ type: "photo", path: "a.jpg" }] },
    },
  ],
])("RGT-49 %s", (_, kind, message, expected) => {
  const assembly = assembleRightAgent({ values: { user_turn: { kind, messages: [message] } } });
  expect(layersOf(assembly, "user_prefix")).toEqual(["user-turn"]);
  expect(parse(prefixOf(assembly)!)).toEqual([expected]);
});

test("RGT-49 a long text without a locator stands whole", () => {
  const messages = [{ id: 2, text: "yes", reply_to: { id: 1, author, text: long } }];
  const turn = prefixOf(assembleRightAgent({ values: { user_turn: { kind: "dm", messages } } }))!;
  expect(parse(turn)[0].reply_to).toEqual({ author, text: long });
});

test.each([
  ["curator", "curator.md", ["Read", "Glob", "Grep", "Write", "Edit"], undefined],
  ["curator-report", "curator-report.md", ["Read"], undefined],
  ["prefilter", "prefilter.md", [], 1],
])("RGT-51 %s is a prompt of its own with its own tools", (profile, file, tools, turns) => {
  const assembly = assembleRightAgent({ profile });
  expect(assembly.text).toBe(promptText(file));
  expect(assembly.tools.map(({ name }) => name)).toEqual(tools);
  const stack = valid(loadRightAgent({})).stacks.get("right-agent")!.get("default")!;
  expect(stack.profiles.get(profile)!.turns).toBe(turns);
});

test("RGT-51 the curator archives with absorbed_into and deletes nothing", () => {
  expect(assembleRightAgent({ profile: "curator" }).text).toMatch(
    /- Delete nothing: archive [^\n]* `absorbed_into`/,
  );
});
