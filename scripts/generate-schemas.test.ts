import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { generateSchemas, schemaFolder, staleSchemas } from "./generate-schemas.ts";

test("the JSON Schemas in src/schema/json are those of the file schemas", () => {
  expect(staleSchemas(schemaFolder, generateSchemas()), "run pnpm schemas").toEqual([]);
});

test("a schema that is missing, edited or orphaned is stale", async () => {
  await using folder = await createFixture({ "same.json": "1", "edited.json": "2", "orphan.json": "3" });
  const wanted = new Map([
    ["same.json", "1"],
    ["edited.json", "1"],
    ["missing.json", "1"],
  ]);
  expect(staleSchemas(folder.path, wanted)).toEqual(["edited.json", "missing.json", "orphan.json"]);
});

test("every YAML file of the repository names its schema in the first line", () => {
  const root = path.join(import.meta.dirname, "..");
  const files = globSync("{prompts,evals,corpus/cases}/**/*.yaml", { cwd: root })
    .concat(
      globSync("corpus/*.yaml", { cwd: root }),
      globSync("corpus/scenarios/*/scenario.yaml", { cwd: root }),
    )
    .toSorted();
  expect(files).toContain("prompts/models.yaml");
  for (const file of files) {
    const [first = ""] = readFileSync(path.join(root, file), "utf8").split("\n");
    const named = /^# yaml-language-server: \$schema=(\S+)$/.exec(first)?.[1];
    expect(named, `${file} names no schema`).toBeDefined();
    const schema = path.resolve(root, path.dirname(file), named!);
    expect(path.dirname(schema), file).toBe(schemaFolder);
    expect(generateSchemas().has(path.basename(schema)), `${file} names ${named}`).toBe(true);
  }
});
