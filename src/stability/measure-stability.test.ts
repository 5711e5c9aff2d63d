import { describe, expect, test } from "vitest";
import { aLayerFile, aProject, shop } from "../assemble/testing.ts";
import { textFacts } from "../load/index.ts";
import { sharePrefixes } from "./index.ts";
import { brokenIn, byteTokens, combinationIn, pairOf, stabilityIn, stabilityOf } from "./testing.ts";

const core = { id: "core", tier: "core", source: { file: "core.md" } };
const models = JSON.stringify({
  strata: 1,
  models: [
    { id: "acme:one", pinned: true, window: 1000, capabilities: ["tools"] },
    { id: "acme:two", pinned: true, window: 2000, capabilities: [] },
  ],
});
const profiles = {
  main: { tools: "all", mode: "normal", caller: "user", platform: "cli" },
  cron: { tools: "all", mode: "cron", caller: "timer", platform: "mail" },
};

describe("every fact that a template may ask for", () => {
  // A stack or variant of another name is another prompt, and no other world of this one.
  test.for(textFacts.filter((fact) => fact !== "stack" && fact !== "variant"))(
    "%s breaks a build's promise",
    (fact) => {
      const stability = stabilityOf({
        stack: { layers: [{ ...core, vars: [fact] }], profiles },
        files: { "prompts/demo/core.md": aLayerFile(`Here: {{${fact}}}\n`), "prompts/models.yaml": models },
      });
      expect(brokenIn(stability).length).toBeGreaterThan(0);
    },
  );

  test("none of them: nothing breaks", () => {
    expect(brokenIn(stabilityOf({ stack: { profiles }, files: { "prompts/models.yaml": models } }))).toEqual(
      [],
    );
  });
});

describe("what a tier promises", () => {
  const clocked = (tier: string, promise: string, read: string) => ({
    stack: {
      tiers: [{ id: tier, promise }],
      layers: [{ id: "time", tier, read, vars: ["clock"], source: { file: "time.md" } }],
    },
    files: { "prompts/demo/time.md": aLayerFile("At {{clock}}.\n") },
  });

  test("a session: a time that is looked at once holds for it, and another session may have another", () => {
    const stability = stabilityOf(clocked("s", "session", "once"));
    expect(brokenIn(stability)).toEqual([]);
    expect(pairOf(stability, "second", "turn")).toMatchObject({ break: null, changed: [] });
    expect(pairOf(stability, "second").changed).toMatchObject([{ layer: "time", verdict: "allowed" }]);
  });

  test("a session: a time that is looked at every turn does not, from its second on", () => {
    const broken = brokenIn(stabilityOf(clocked("s", "session", "turn")));
    // "At 2026-03-30T14:30:00+02:00.": three bytes, then eighteen that stay.
    expect(broken).toContain("second turn time@21");
    expect(broken.filter((one) => one.includes(" session "))).toEqual([]);
  });

  test("a profile: neither", () => {
    const broken = brokenIn(stabilityOf(clocked("p", "profile", "once")));
    expect(broken).toEqual(
      ["second", "minutes", "day", "zone"].map((world) => expect.stringMatching(`^${world} session`)),
    );
  });

  test("a turn: nothing, so nothing is broken", () => {
    expect(brokenIn(stabilityOf(clocked("t", "turn", "turn")))).toEqual([]);
  });
});

describe("a memory file", () => {
  const memory = (read: string) => ({
    stack: {
      layers: [core, { id: "memory", tier: "session", read, source: { path: "{{workspace}}/NOTES.md" } }],
    },
    workspace: { "NOTES.md": "Use tabs.\n" },
  });

  test("that is read every turn breaks the prefix when it is written: reported, and no fault", () => {
    const stability = stabilityOf(memory("turn"));
    expect(brokenIn(stability)).toEqual([]);
    // "Be brief.\n", two line ends, "Use tabs.\n": the new line stands behind all of it.
    const byte = Buffer.byteLength("Be brief.\n\n\nUse tabs.\n");
    expect(stability.prefixBytes).toBe(byte);
    const added = "- One more line.\n";
    expect(pairOf(stability, "memory", "turn")).toMatchObject({
      shared: byte,
      break: { layer: "memory", tier: "session", byte, lostBytes: added.length, lostTokens: added.length },
      changed: [{ layer: "memory", layerByte: "Use tabs.\n".length, verdict: "re-read" }],
    });
  });

  test("that is read once holds for the session", () => {
    const stability = stabilityOf(memory("once"));
    expect(pairOf(stability, "memory", "turn").break).toBeNull();
    expect(pairOf(stability, "memory").changed).toMatchObject([{ verdict: "allowed" }]);
  });

  test("in a tier that promises a build is a fault: another directory has another", () => {
    const spec = memory("once");
    const layers = [core, { ...spec.stack.layers[1], tier: "core" }];
    expect(brokenIn(stabilityOf({ ...spec, stack: { layers } }))).toContain("memory session memory@22");
  });

  test("beside a file that a tool reads comes into the prompt with the next turn", () => {
    const nested = { id: "nested", tier: "session", read: "turn", source: { beside: ["HINT.md"] } };
    const stability = stabilityOf({
      stack: { layers: [core, nested] },
      workspace: { "a/HINT.md": "Hint.\n" },
    });
    expect(pairOf(stability, "tool-result", "turn")).toMatchObject({
      break: { layer: "nested", byte: "Be brief.\n".length },
      changed: [{ layer: "nested", was: "", verdict: "re-read" }],
    });
  });
});

test("values that a renderer refuses keep their own; the others are another session's", () => {
  const stability = stabilityOf({
    stack: {
      inputs: { mood: { type: "text", default: "calm" }, name: { type: "text", default: "Ann" } },
      layers: [
        {
          id: "mood",
          tier: "session",
          source: { value: "mood", texts: { calm: "Be calm.", quick: "Be quick." } },
        },
        { id: "name", tier: "session", source: { value: "name" } },
      ],
    },
  });
  expect(pairOf(stability, "session").changed.map(({ layer }) => layer)).toEqual(["name"]);
});

test("of a secret layer the place is told and never the text", () => {
  const stability = stabilityOf({
    stack: {
      inputs: { token: { type: "text", default: "s3cr3t-notice" } },
      layers: [{ id: "token", tier: "core", secret: true, source: { value: "token" } }],
    },
  });
  expect(pairOf(stability, "session").changed).toMatchObject([
    { layer: "token", byte: 0, was: null, now: null },
  ]);
  expect(JSON.stringify(stability)).not.toContain("s3cr3t");
});

test("bytes are bytes: a break inside a character is told as the byte, and its tokens start with the character", () => {
  const stability = stabilityOf({
    stack: {
      inputs: { name: { type: "text", default: "é" } },
      layers: [{ id: "name", tier: "session", source: { value: "name" } }],
    },
    scenario: { values: { name: "é" }, later: { name: "è" } },
  });
  // U+00E9 is C3 A9 and U+00E8 is C3 A8.
  expect(pairOf(stability, "minutes")).toMatchObject({
    shared: 1,
    break: { byte: 1, lostBytes: 1, lostTokens: 2 },
  });
});

test("a layer that one model alone gets is a fault in a tier that promises a profile, and none in a session's", () => {
  const layers = (tier: string) => [
    { id: "only", tier, when: { model: ["two"] }, source: { file: "core.md" } },
  ];
  const tiers = [
    { id: "profile", promise: "profile" },
    { id: "session", promise: "session" },
  ];
  const of = (tier: string) => stabilityOf({ stack: { tiers, layers: layers(tier) } });
  expect(brokenIn(of("profile"))).toEqual(["model session only@0"]);
  expect(brokenIn(of("session"))).toEqual([]);
  expect(pairOf(of("session"), "model").other).toBe("acme:two");
});

test("worlds that there are none of are named with the reason", () => {
  const { skipped } = stabilityOf({
    files: { "prompts/models.yaml": models.replace(/,\{"id":"acme:two".*?\}/, "") },
  });
  expect(skipped.map(({ world, relation }) => `${world} ${relation}`)).toEqual([
    ...["session session", "memory turn", "memory session", "model session", "profile session"],
  ]);
});

test("profiles and models: how much they share, and whether their tools differ", () => {
  const project = aProject({
    stack: {
      tools: { read: {}, write: {} },
      tiers: [
        { id: "core", promise: "build" },
        { id: "profile", promise: "profile" },
      ],
      layers: [core, { id: "role", tier: "profile", source: { file: "{{profile}}.md" } }],
      profiles: { main: { tools: "all" }, mail: { tools: ["read"] } },
    },
    files: { "prompts/demo/main.md": aLayerFile("mask"), "prompts/demo/mail.md": aLayerFile("mail") },
  });
  const combinations = ["main", "mail"].flatMap((profile) =>
    ["acme:one", "acme:two"].map((model) => combinationIn(project, { profile, model })),
  );
  const shared = sharePrefixes(combinations, byteTokens);
  // "Be brief.\n", two line ends, "ma" of "mask" and "mail"; separators are no layer's tokens.
  expect(shared[0]).toEqual({
    ...{ stack: "demo", variant: "default", of: { model: "acme:one" }, among: ["main", "mail"] },
    ...{ bytes: 14, tokens: 12, longest: 16, layer: "role", sameTools: false },
  });
  expect(shared[2]).toMatchObject({ of: { profile: "main" }, bytes: 16, layer: null, sameTools: true });
  expect(pairOf(stabilityIn(project), "profile")).toMatchObject({ sameTools: false, other: "mail" });
});

test("the same combination gives the same measures", () => {
  const spec = { workspace: { "A.md": "a" }, scenario: { cwd: `${shop}/a` } };
  expect(stabilityOf(spec)).toEqual(stabilityOf(spec));
});
