import { readdirSync } from "node:fs";
import path from "node:path";
import type { LoopbackServer } from "../model/testing-servers.ts";
import { testKey } from "../model/testing-models.ts";
import { type Changes, edited } from "./testing.ts";

export const haiku = "anthropic:claude-haiku-4-5-20251001";
export const gpt = "openai:gpt-4.1-2025-04-14";

/** An environment with keys for both vendors. */
export const keys = { ANTHROPIC_API_KEY: testKey, OPENAI_API_KEY: testKey };

interface Settings {
  /** Keys of its entry in models.yaml, as JSON. */
  anthropic?: object;
  openai?: object;
  /** Keys of the suite. */
  suite?: object;
  /** Keys added to the case till-port, indented like it. */
  case?: string;
  /** What till-port asserts. */
  assert?: string;
}

const usual = "        value: port 7340";

/** The small repository with models on the loopback: `default` is answered by Anthropic's. */
export function onLoopback(
  servers: { anthropic?: Pick<LoopbackServer, "url">; openai?: Pick<LoopbackServer, "url"> },
  settings: Settings = {},
): Changes {
  const entry = (given: object) =>
    Object.entries(given).map(([key, value]) => `    ${key}: ${JSON.stringify(value)}\n`);
  const prices = { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 };
  const parts = {
    anthropic: { baseUrl: servers.anthropic?.url, prices, ...settings.anthropic },
    openai: { baseUrl: servers.openai?.url, prices: { input: 2, output: 8 }, ...settings.openai },
  };
  const text = (given: object) =>
    entry(
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)),
    ).join("");
  const models = edited(
    "prompts/models.yaml",
    "    window: 200000\n",
    `    window: 200000\n${text(parts.anthropic)}`,
  ).replace("    tokenizerIsVendors: true\n", `    tokenizerIsVendors: true\n${text(parts.openai)}`);
  const suite = { strata: 1, id: "default", answer: haiku, models: [haiku], ...settings.suite };
  const cases = edited(
    "corpus/cases/mini/cases.yaml",
    `      - type: strata:last-contains\n${usual}`,
    settings.assert ?? "      - type: contains\n        value: 7340",
  ).replace("    tags:\n      - memory\n", `    tags:\n      - memory\n${settings.case ?? ""}`);
  return {
    "prompts/models.yaml": models,
    "evals/default.yaml": JSON.stringify(suite),
    "corpus/cases/mini/cases.yaml": cases,
  };
}

/** An answer that the case till-port passes with. */
export const knowsPort = () => "The till listens on port 7340.";

/** All files below a folder. */
export function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** The stored answers of a repository. */
export function entriesOf(root: string, dir = ".strata/cache"): string[] {
  return filesBelow(path.join(root, dir)).filter((file) => file.endsWith(".json"));
}
