import { expect, test } from "vitest";
import { limitsOf } from "./limits.ts";
import { prefixOf, providerOf, saltOf } from "./settings.ts";
import type { Plan } from "./types.ts";

const plan = {
  models: new Map<string, object>([
    ["anthropic:a", { id: "anthropic:a", limits: { concurrency: 30, requestsPerSecond: 2 } }],
    ["anthropic:b", { id: "anthropic:b" }],
  ]),
  limits: new Map([["openai", { tokensPerMinute: 1000 }]]),
} as unknown as Plan;

test("limits are those of models.yaml, and modest where it says nothing", () => {
  const none = { requestsPerSecond: Infinity, tokensPerMinute: Infinity };
  expect(limitsOf(plan, { model: "anthropic:a" })).toEqual({
    ...none,
    concurrency: 30,
    requestsPerSecond: 2,
  });
  expect(limitsOf(plan, { model: "anthropic:b" })).toEqual({ ...none, concurrency: 8 });
  // What one of its models may do, the provider may.
  expect(limitsOf(plan, { provider: "anthropic" })).toEqual({ ...none, concurrency: 30 });
  expect(limitsOf(plan, { provider: "openai" })).toEqual({ ...none, concurrency: 16, tokensPerMinute: 1000 });
});

test("models of one vendor stand and fall together, servers and commands each alone", () => {
  const ids = ["anthropic:a", "openai:gpt", "compatible:x", "exec:agent", "promptfoo:openai:chat:y"];
  expect(ids.map(providerOf)).toEqual([
    "anthropic",
    "openai",
    "compatible:x",
    "exec:agent",
    "promptfoo:openai",
  ]);
});

test("a salt holds what decides the answer and is not in the request", () => {
  const settings = {
    id: "exec:a",
    command: ["agent"],
    baseUrl: "http://127.0.0.1:1",
    prices: { input: 1, output: 1 },
  };
  expect(saltOf({ id: "anthropic:a", baseUrl: "http://127.0.0.1:1" })).toBe("");
  expect(
    new Set([settings, { ...settings, command: ["other"] }, { ...settings, salt: "2" }].map(saltOf)).size,
  ).toBe(3);
  expect(saltOf({ ...settings, baseUrl: "http://127.0.0.1:2" })).toBe(saltOf(settings));
});

test("a prefix is worth waiting for where a provider's cache will hold it", () => {
  const request = (length: number) => ({
    ...{ system: "x".repeat(length), cacheBreaks: [length], cacheKey: "k", tools: [], parameters: {} },
    messages: [{ role: "user" as const, content: "?" }],
  });
  expect(prefixOf(request(8000), { id: "anthropic:a" })).toEqual(expect.any(String));
  // Even at two characters a token these are fewer than 1,024 tokens.
  expect(prefixOf(request(2000), { id: "anthropic:a" })).toBeNull();
  expect(prefixOf(request(8000), { id: "exec:a" })).toBeNull();
  expect(prefixOf({ ...request(8000), cacheBreaks: undefined! }, { id: "anthropic:a" })).toBeNull();
});
