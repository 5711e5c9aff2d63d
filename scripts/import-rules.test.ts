import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

const repository = path.join(import.meta.dirname, "..");

test("the linter refuses imports against the order of the folders of src", async () => {
  await using tree = await createFixture({
    "src/load/upwards.ts": `export { a } from "../util/index.ts"; import type { B } from "../schema/index.ts"; export type C = B;`,
    "src/load/sub/own.ts": `export { a } from "../front-matter.ts"; export { b } from "../../util/index.ts";`,
    "src/load/downwards.ts": `export { a } from "../lint/index.ts";`,
    "src/load/sub/downwards.ts": `export { a } from "../../gate/index.ts";`,
    "src/load/downwards-type.ts": `export type { A } from "../assemble/index.ts";`,
    "src/load/downwards-lazily.ts": `export const a = () => import("../run/index.ts");`,
    "src/load/to-the-command.ts": `export { main } from "../cli.ts";`,
    "src/load/inside.ts": `export { a } from "../util/sha256.ts";`,
    "src/load/fenced.ts": `export const a = () => import("promptfoo");`,
    "src/score/fenced.ts": `export const a = () => import("promptfoo");`,
    "src/index.ts": `export { a } from "./load/index.ts"; export { b } from "./load/yaml.ts";`,
  });
  copyFileSync(path.join(repository, "oxlint.config.ts"), tree.getPath("oxlint.config.ts"));
  symlinkSync(path.join(repository, "node_modules"), tree.getPath("node_modules"));

  const oxlint = path.join(repository, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format", "json", "src"], {
    cwd: tree.path,
    encoding: "utf8",
  });
  const refused: { filename: string; help: string }[] = JSON.parse(stdout).diagnostics;

  expect(refused.map(({ filename }) => filename).toSorted()).toEqual([
    "src/index.ts",
    "src/load/downwards-lazily.ts",
    "src/load/downwards-type.ts",
    "src/load/downwards.ts",
    "src/load/fenced.ts",
    "src/load/inside.ts",
    "src/load/sub/downwards.ts",
    "src/load/to-the-command.ts",
  ]);
  for (const { help } of refused) expect(help).toMatch(/To change this rule, see/);
});
