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
