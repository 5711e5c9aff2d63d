import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const door = pathToFileURL(path.join(import.meta.dirname, "index.ts")).href;

/** What a process has resolved by name after it made a model of every provider. */
const script = `
  import { registerHooks } from "node:module";
  const seen = new Set();
  registerHooks({ resolve(name, context, next) { seen.add(name); return next(name, context); } });
  const { createModel } = await import(${JSON.stringify(door)});
  const env = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" };
  for (const id of ["anthropic:m", "openai:m", "promptfoo:echo", "reader:bm25"]) createModel(id, { env });
  createModel({ id: "compatible:m", baseUrl: "http://127.0.0.1:9/v1" }, { env });
  createModel({ id: "exec:m", command: ["x"] }, { env });
  console.log(JSON.stringify([...seen].filter((name) => /^(?:@anthropic-ai|openai|promptfoo)/.test(name))));
`;

test("no SDK and no promptfoo is loaded before the first call", async () => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  expect(JSON.parse(stdout)).toEqual([]);
});
