import { expect, test } from "vitest";
import { aLayerFile, aProject, assembleIn, type ProjectSpec } from "../../assemble/testing.ts";
import {
  asStable,
  type KnownChanges,
  pricedPrompt,
  priceLines,
  priceSession,
  cacheRules,
  usualSession,
} from "./index.ts";

const byteTokens = (text: string): number => Buffer.byteLength(text);
const nothing: KnownChanges = { layers: new Map(), sharedBytes: 0 };

const spec: ProjectSpec = {
  stack: {
    tools: { read: { description: "Read." } },
    inputs: { now: { type: "text", default: "now" }, hello: { type: "text", default: "hello" } },
    layers: [
      { id: "core", tier: "core", source: { file: "core.md" } },
      { id: "notes", tier: "session", read: "turn", source: { path: "{{workspace}}/NOTES.md" } },
      { id: "now", tier: "turn", source: { value: "now" } },
      { id: "recall", tier: "turn", channel: "user_prefix", source: { value: "hello" } },
    ],
  },
  workspace: { "NOTES.md": "é notes\n" },
  files: { "prompts/demo/core.md": aLayerFile("# Rules\n\n- Be brief.\n- Be kind.\n") },
};

function priced(known: KnownChanges = nothing) {
  const project = aProject(spec);
  const stack = project.stacks.get("demo")!.get("default")!;
  const assembly = assembleIn(project);
  return { assembly, stack, prompt: pricedPrompt(assembly, stack, known, byteTokens) };
}

test("a prompt is its tools, its system layers, and what stands around the last message", () => {
  const { prompt } = priced();
  const tools = JSON.stringify([{ description: "Read.", name: "read" }]).length;
  expect(prompt).toEqual({
    segments: [
      { layer: null, tier: null, tokens: tools, changes: "never", keeps: 0, endsTier: false },
      { layer: "core", tier: "core", tokens: 32, changes: "never", keeps: 0, endsTier: true },
      { layer: "notes", tier: "session", tokens: 9, changes: "never", keeps: 0, endsTier: true },
      // What promises a turn differs in every turn.
      { layer: "now", tier: "turn", tokens: 3, changes: "every-turn", keeps: 0, endsTier: false },
    ],
    ...{ around: 5, acrossSessions: 0 },
  });
  expect(asStable(prompt).segments.map(({ changes }) => changes)).toEqual([
    "never",
    "never",
    "never",
    "never",
  ]);
});

test("what is known to change does, and keeps what stands before the byte; a cut character is not kept", () => {
  const known = (keepsBytes: number): KnownChanges => ({
    layers: new Map([["notes", { changes: "sometimes", keepsBytes }]]),
    sharedBytes: 10,
  });
  const { prompt } = priced(known(3));
  expect(prompt.segments[2]).toMatchObject({ changes: "sometimes", keeps: 3 });
  expect(prompt.acrossSessions).toBe(prompt.segments[0]!.tokens + 10);
  expect(priced(known(1)).prompt.segments[2]!.keeps).toBe(0);
});

test("each line costs its share of its layer, and says where it is written", () => {
  const { assembly, stack, prompt } = priced();
  const rules = cacheRules({ id: "none:x" });
  const price = priceSession(prompt, { ...usualSession, turns: 1 }, rules, { input: 1_000_000, output: 0 });
  const lines = priceLines(assembly, stack.layers, prompt, price, byteTokens);
  // One turn at a dollar a token: a line costs its bytes. The blank line belongs to the heading.
  expect(lines.filter(({ layer }) => layer === "core")).toEqual([
    {
      layer: "core",
      layerLine: 1,
      file: "prompts/demo/core.md",
      line: 4,
      text: "# Rules",
      tokens: 9,
      usd: expect.closeTo(9, 6),
    },
    {
      layer: "core",
      layerLine: 3,
      file: "prompts/demo/core.md",
      line: 6,
      text: "- Be brief.",
      tokens: 12,
      usd: expect.closeTo(12, 6),
    },
    {
      layer: "core",
      layerLine: 4,
      file: "prompts/demo/core.md",
      line: 7,
      text: "- Be kind.",
      tokens: 11,
      usd: expect.closeTo(11, 6),
    },
  ]);
  expect(lines.find(({ layer }) => layer === "notes")).toMatchObject({
    file: null,
    line: null,
    text: "é notes",
  });
});
