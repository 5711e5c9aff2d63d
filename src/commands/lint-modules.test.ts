import { spawnSync } from "node:child_process";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

// Tells at the end which packages were loaded.
const preload = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const packages = new Set();
  registerHooks({ load(url, context, next) {
    const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  } });
  process.on("exit", () => process.stderr.write("loaded " + JSON.stringify([...packages].sort()) + "\\n"));
`)}`;

test("lint of this repository loads no grader and no SDK, and the second time neither parser nor schemas", async () => {
  await using folder = await createFixture();
  const lint = () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", preload, path.join(root, "src/start.js"), "lint", "--root", root],
      { encoding: "utf8", env: { ...process.env, XDG_CACHE_HOME: folder.path } },
    );
    const packages = JSON.parse(/^loaded (.*)$/m.exec(stderr)![1]!) as string[];
    return { status, stdout, packages };
  };
  const [first, second] = [lint(), lint()];
  expect(first.packages).toEqual(expect.arrayContaining(["commander", "yaml", "zod"]));
  for (const name of ["promptfoo", "openai", "@anthropic-ai/sdk", "gpt-tokenizer", "simple-git"])
    expect(first.packages).not.toContain(name);
  for (const name of ["yaml", "zod"]) expect(second.packages).not.toContain(name);
  expect(second.packages).toContain("commander");
  expect([second.status, second.stdout]).toEqual([first.status, first.stdout]);
  expect(first.status).toBe(0);
});
