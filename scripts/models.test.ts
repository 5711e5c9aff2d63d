import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { diskTree, loadProject } from "../src/load/index.ts";

const root = path.join(import.meta.dirname, "..");
const { models } = loadProject(diskTree(root)).project;
const idsOf = (provider: string) =>
  [...models.keys()].filter((id) => id.startsWith(`${provider}:`)).map((id) => id.slice(provider.length + 1));

/** Model ids in the types of an SDK: texts in single quotes. */
function listedIn(file: string): Set<string> {
  const text = readFileSync(path.join(root, "node_modules", file), "utf8");
  return new Set([...text.matchAll(/'([\w.-]+)'/g)].map((match) => match[1]!));
}

test.each([
  ["anthropic", "@anthropic-ai/sdk/resources/messages/messages.d.ts"],
  ["openai", "openai/resources/shared.d.ts"],
])("at least three models of %s, and its pinned SDK lists every one", (provider, types) => {
  const listed = listedIn(types);
  expect(idsOf(provider).length).toBeGreaterThanOrEqual(3);
  expect(idsOf(provider).filter((id) => !listed.has(id))).toEqual([]);
});

test("there are a compatible local server and the embedded model, and an alias is not called pinned", () => {
  expect(idsOf("compatible")).toHaveLength(1);
  expect(models.has("reader:bm25")).toBe(true);
  for (const [id, { pinned }] of models) {
    if (/^(anthropic|openai):/.test(id)) expect(pinned, id).toBe(/\d{8}$|\d{4}-\d{2}-\d{2}$/.test(id));
  }
});
