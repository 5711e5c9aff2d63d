import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { schemaOf } from "../schema/index.ts";
import { createModel } from "./create-model.ts";
import { modelProblems, unknownModelProblem } from "./model-problems.ts";
import { type ModelSettings, runsCode } from "./settings.ts";

const keys = { ANTHROPIC_API_KEY: "a-key", OPENAI_API_KEY: "b-key" };
const kinds = (settings: ModelSettings, env = {}) => modelProblems(settings, env).map(({ kind }) => kind);

test("a missing key names the variable to set, before any call", () => {
  const [problem, ...others] = modelProblems(
    { id: "anthropic:claude-haiku-4-5" },
    { ANTHROPIC_API_KEY: " " },
  );
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ kind: "missing-key", args: { variable: "ANTHROPIC_API_KEY" } });
  expect(problem!.message).toContain("ANTHROPIC_API_KEY");
  const own = { id: "openai:gpt-5", keyFrom: { env: "TEAM_KEY" } };
  expect(modelProblems(own, keys)[0]!.message).toContain("TEAM_KEY");
  expect(modelProblems(own, { TEAM_KEY: "x" })).toEqual([]);
  expect(() => createModel(own, { env: keys })).toThrow(/TEAM_KEY/);
});

test("a key that a command gives, and a server without a key, need no variable", () => {
  expect(kinds({ id: "openai:gpt-5", keyFrom: { command: ["pass", "openai"] } })).toEqual([]);
  expect(kinds({ id: "compatible:qwen3:8b", baseUrl: "http://127.0.0.1:11434/v1" })).toEqual([]);
});

test("a variable sends calls elsewhere only to the loopback, or where models.yaml says so", () => {
  const at = (url: string) => ({ ...keys, ANTHROPIC_BASE_URL: url });
  const id = "anthropic:claude-haiku-4-5";
  expect(kinds({ id }, at("http://127.0.0.1:9/"))).toEqual([]);
  expect(kinds({ id }, at("http://[::1]:9/"))).toEqual([]);
  expect(kinds({ id }, at("https://api.anthropic.com/"))).toEqual([]);
  expect(kinds({ id }, at("https://proxy.example"))).toEqual(["base-url-not-allowed"]);
  expect(kinds({ id }, at("http://127.0.0.1.example"))).toEqual(["base-url-not-allowed"]);
  expect(kinds({ id, baseUrl: "https://proxy.example" }, at("https://proxy.example"))).toEqual([]);
  expect(kinds({ id }, at("proxy"))).toEqual(["bad-base-url"]);
  expect(kinds({ id, baseUrl: "https://me:secret@proxy.example" }, keys)).toEqual(["bad-base-url"]);
});

test("what a provider cannot be told is one line each, never dropped", () => {
  const parameters = { temperature: 0, seed: 1, maxTokens: 5, effort: "huge" };
  expect(modelProblems({ id: "anthropic:m", parameters }, keys).map(({ args }) => args)).toMatchObject([
    { parameter: "temperature" },
    { parameter: "seed" },
    { parameter: "effort: huge" },
  ]);
  expect(modelProblems({ id: "openai:m", parameters: { seed: 1, temperature: 0 } }, keys)).toMatchObject([
    { args: { parameter: "seed" } },
  ]);
  expect(kinds({ id: "openai:m", api: "chat", parameters: { seed: 1 } }, keys)).toEqual([]);
  expect(modelProblems({ id: "openai:m" }, keys, { seed: 1 })).toHaveLength(1);
});

test("what makes a model impossible is said", () => {
  expect(modelProblems({ id: "antropic:m" }, keys)[0]).toMatchObject({
    kind: "unknown-provider",
    args: { near: "anthropic" },
  });
  expect(kinds({ id: "reader:bm52" })).toEqual(["unknown-reader"]);
  expect(kinds({ id: "exec:agent" })).toEqual(["missing-command"]);
  expect(kinds({ id: "compatible:m" })).toEqual(["missing-base-url"]);
  expect(kinds({ id: "exec:agent", command: ["x"], api: "chat" })).toEqual(["unused-setting"]);
  expect(unknownModelProblem("openai:gpt5", ["openai:gpt-5", "openai:gpt-4.1"]).args).toMatchObject({
    near: "openai:gpt-5",
  });
});

test("all problems are said at once", () => {
  expect(kinds({ id: "anthropic:m", api: "chat", parameters: { seed: 1 } })).toEqual([
    "unused-setting",
    "missing-key",
    "unsupported-parameter",
  ]);
});

test("models that run a program of models.yaml are known as such", () => {
  const ids = ["exec:a", "promptfoo:exec:x", "promptfoo:file://p.py", "promptfoo:./p.mjs"];
  expect(ids.filter((id) => runsCode({ id }))).toEqual(ids);
  expect(runsCode({ id: "openai:m", keyFrom: { command: ["x"] } })).toBe(true);
  expect(
    ["openai:m", "reader:bm25", "promptfoo:openai:gpt-5", "promptfoo:echo"].some((id) => runsCode({ id })),
  ).toBe(false);
});

test("every model of this repository can be asked once its key is there, and the vendors' are priced", () => {
  const file = path.join(import.meta.dirname, "../../prompts/models.yaml");
  const { models } = schemaOf("models").parse(parse(readFileSync(file, "utf8")));
  expect(models.flatMap((model) => modelProblems(model, keys))).toEqual([]);
  for (const { id, prices } of models.filter((model) => /^(?:anthropic|openai):/.test(model.id))) {
    expect(prices?.source, id).toBeDefined();
    expect(prices?.date, id).toBeDefined();
  }
});

test.each([
  ["a key instead of the name of its variable", { keyFrom: { env: "sk-ant-123" } }],
  ["a command as one text", { command: "node agent.mjs" }],
  ["an address of another kind", { baseUrl: "file:///etc/passwd" }],
  ["a negative price", { prices: { input: -1, output: 1 } }],
  ["a batch that costs more than one by one", { prices: { input: 1, output: 1, batch: 50 } }],
  ["a date that is none", { prices: { input: 1, output: 1, date: "2026-13-01" } }],
  ["a misspelt parameter", { parameters: { temprature: 0 } }],
  ["a limit of nothing", { limits: { concurrency: 0 } }],
  ["an interface that does not exist", { api: "completions" }],
])("models.yaml refuses %s", (_name, setting) => {
  const model = { id: "openai:m", pinned: true, window: 1000 };
  const parsed = (changes: object) =>
    schemaOf("models").safeParse({ strata: 1, models: [{ ...model, ...changes }] });
  expect(parsed({}).success).toBe(true);
  expect(parsed(setting).success).toBe(false);
});
