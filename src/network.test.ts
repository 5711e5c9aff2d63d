import { execFile } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { logVariable } from "../scripts/no-network.ts";

const run = promisify(execFile);
const repository = path.join(import.meta.dirname, "..");

test("the default eval passes without a key and without one connection to another machine", async () => {
  await using root = await createFixture();
  for (const folder of ["prompts", "evals", "corpus"]) {
    cpSync(path.join(repository, folder), root.getPath(folder), { recursive: true });
  }
  const log = root.getPath("network.log");
  const guard = pathToFileURL(path.join(repository, "scripts/no-network.ts"));
  // NODE_OPTIONS rather than a flag: processes that the command starts are watched too.
  const env = { PATH: process.env.PATH, NODE_OPTIONS: `--import=${guard}`, [logVariable]: log };

  // A non-zero exit code rejects, with what the command wrote to stderr.
  await run(process.execPath, [path.join(repository, "src/cli.ts"), "eval", "--root", root.path], { env });

  expect(readFileSync(log, "utf8")).toBe("");
}, 120_000);
