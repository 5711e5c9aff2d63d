import { readdirSync } from "node:fs";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { diskTree, loadProject } from "../../src/load/index.ts";
import { edit, strata } from "../../src/commands/testing.ts";

const repository = path.join(import.meta.dirname, "../..");
const memory = "corpus/scenarios/reference/workspace/abhed.md.txt";
const rule = "- The HTTP server listens on port 7340.\n";

/** Ids of the cases whose assertions speak of a text. */
function casesAbout(text: string): string[] {
  const { project } = loadProject(diskTree(repository));
  return project.cases.filter(({ assert }) => JSON.stringify(assert).includes(text)).map(({ id }) => id);
}

test("deleting one rule from the project memory of a copied scenario fails a case, and the table names it", async () => {
  await using copy = await createFixture();
  for (const folder of readdirSync(repository).filter((name) =>
    ["prompts", "evals", "corpus"].includes(name),
  )) {
    await copy.cp(path.join(repository, folder), folder, { recursive: true });
  }
  const guards = casesAbout("7340");
  expect(guards.length, "no case speaks of port 7340").toBeGreaterThan(0);
  const argv = ["eval", ...guards.flatMap((id) => ["--case", id]), "--model", "reader:bm25"];
  expect(await strata(copy.path, argv)).toMatchObject({ code: 0 });

  await copy.writeFile(memory, edit(await copy.readFile(memory, "utf8"), rule, ""));
  const { code, stdout } = await strata(copy.path, argv);
  expect(code).toBe(1);
  const named = guards.filter((id) => new RegExp(`^FAIL +${id} `, "m").test(stdout));
  expect(named.length, stdout).toBeGreaterThan(0);
}, 60_000);
