import { expect, test } from "vitest";
import { aScenario, assembleIn, repository, textOf, valid } from "../../src/assemble/testing.ts";
import { diskTree, loadProject, memoryTree } from "../../src/load/index.ts";
import { cacheKeyOf, createModel } from "../../src/model/index.ts";
import { startAnthropicServer, startOpenaiServer } from "../../src/model/testing-servers.ts";
import { planRun } from "../../src/run/index.ts";

// Rows of spec/systems.md section 3 on the provider's cache: requests of the real stack, as they arrive at a server.

const disk = diskTree(repository);
const models = ["anthropic:one", "openai:one"];

/** The stack in a world whose instruction file says `text`, with a case for it. */
function load(text: string) {
  const item = {
    id: "ask",
    input: "Go on.",
    profiles: ["full"],
    needs: "llm",
    assert: [{ type: "is-json" }],
  };
  const entries = models.map((id) => ({ id, pinned: true, window: 100_000, cacheMinimum: 0 }));
  const files = {
    ...aScenario({ workspace: { "AGENTS.md": text } }, "rivumi-reference"),
    "prompts/models.yaml": JSON.stringify({ strata: 1, models: entries }),
    "corpus/cases/rivumi/ask.yaml": JSON.stringify({ strata: 1, stack: "rivumi", cases: [item] }),
    "evals/default.yaml": JSON.stringify({ strata: 1, id: "default" }),
  };
  const lookup = (at: string) =>
    /^prompts($|\/rivumi(\/|$))/.test(at) ? disk.lookup(at) : ({ kind: "missing" } as const);
  return valid(loadProject(memoryTree(files, { lookup })));
}

const requestOf = (text: string, model: string) =>
  planRun(load(text), { suite: "default", models: [model] }).trials[0]!.request!;
const env = { ANTHROPIC_API_KEY: "none", OPENAI_API_KEY: "none" };

test("RIV-35 Anthropic's mark stands on the last stable section and on none after it", async () => {
  await using server = await startAnthropicServer();
  const request = requestOf("Use tabs.", models[0]!);
  await createModel({ id: models[0]!, baseUrl: server.url, cacheMinimum: 0 }, { env }).answer(request);
  const blocks = server.requests[0]!.body.system as { text: string; cache_control?: { type: string } }[];
  expect(blocks.map((block) => block.cache_control?.type)).toEqual(["ephemeral", undefined]);
  const [stable, dynamic] = blocks.map(({ text }) => text);
  const sections = (text = "") =>
    [...text.matchAll(/^<section name='\w+' cache='(\w+)'>/gm)].map((match) => match[1]);
  expect([new Set(sections(stable)), new Set(sections(dynamic))]).toEqual([
    new Set(["stable"]),
    new Set(["dynamic"]),
  ]);
  expect(stable! + dynamic!).toBe(request.system);
});

test("RIV-35 OpenAI gets a cache key, and the prompt as it is", async () => {
  await using server = await startOpenaiServer();
  const request = requestOf("Use tabs.", models[1]!);
  await createModel({ id: models[1]!, baseUrl: server.url }, { env }).answer(request);
  const { body, raw } = server.requests[0]!;
  expect(body.prompt_cache_key).toEqual(expect.stringMatching(/^.{1,64}$/));
  expect(body.instructions ?? body.input[0].content).toBe(request.system);
  expect(raw).not.toContain("cache_control");
});

test("RIV-36 the key is that of the vector: the section in its frame, and no tools", () => {
  const core = "<section name='core' cache='stable'>\nStable rules\n</section>";
  expect(cacheKeyOf("rivumi", [core])).toBe("rivumi:f904b08d6463809b4413f6f2080eb9ec76e426b17b2c48ec");
});

test("RIV-36 a dynamic change keeps the key, a stable one does not", () => {
  const keyOf = (text: string, changed = "") => {
    const assembly = assembleIn(load(text), { stack: "rivumi", profile: "full", model: models[0]! });
    const stable = assembly.layers
      .filter(({ tier }) => tier === "stable")
      .map(({ id }) => textOf(assembly, id)!);
    expect(stable.length).toBeGreaterThan(1);
    return cacheKeyOf("rivumi", [...stable, changed]);
  };
  expect(keyOf("Use spaces.")).toBe(keyOf("Use tabs."));
  expect(keyOf("Use tabs.", "more")).not.toBe(keyOf("Use tabs."));
  const sent = (text: string) => requestOf(text, models[1]!).cacheKey;
  expect(sent("Use spaces.")).toBe(sent("Use tabs."));
  expect(requestOf("Use spaces.", models[1]!).system).not.toBe(requestOf("Use tabs.", models[1]!).system);
});
