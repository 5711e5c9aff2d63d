import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileKinds, jsonSchemaText } from "../src/schema/index.ts";
import { writeFileAtomic } from "../src/util/index.ts";

/** Where the JSON Schemas for editors are. */
export const schemaFolder = path.join(import.meta.dirname, "../src/schema/json");

/** What the folder should hold: file name to text, one for each kind of file. */
export function generateSchemas(): Map<string, string> {
  return new Map(fileKinds().map((kind) => [`${kind}.schema.json`, jsonSchemaText(kind)]));
}

/** Names of files that are missing, differ, or belong to no schema; sorted. */
export function staleSchemas(folder: string, wanted: Map<string, string>): string[] {
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const fresh = (file: string) =>
    present.includes(file) && readFileSync(path.join(folder, file), "utf8") === wanted.get(file);
  return [...new Set([...present, ...wanted.keys()])].filter((file) => !fresh(file)).toSorted();
}

if (import.meta.main) {
  const wanted = generateSchemas();
  const stale = staleSchemas(schemaFolder, wanted);
  if (process.argv.includes("--check")) {
    for (const file of stale)
      console.error(`src/schema/json/${file}  is stale. Run pnpm schemas, and commit the result.`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    for (const file of stale) {
      const text = wanted.get(file);
      if (text === undefined) rmSync(path.join(schemaFolder, file));
      else writeFileAtomic(path.join(schemaFolder, file), text);
      console.log(`src/schema/json/${file}  ${text === undefined ? "removed" : "written"}`);
    }
  }
}
