import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { logVariable } from "../../scripts/no-network.ts";

const run = promisify(execFile);
const here = (file: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, file)).href);
const guard = pathToFileURL(path.join(import.meta.dirname, "../../scripts/no-network.ts")).href;

/** Runs a script in a process of its own, with nothing in its environment and all its folders in one place. */
async function inOwnProcess(script: string, variables: Record<string, string> = {}) {
  const world = await createFixture({
    home: {},
    tmp: {},
    "repository/.env": "OPENAI_API_KEY=from-dotenv\nPROMPTFOO_DISABLE_TEMPLATING=false\n",
  });
  const log = world.getPath("network.log");
  const { stdout, stderr } = await run(
    process.execPath,
    ["--import", guard, "--input-type=module", "--eval", script],
    {
      cwd: world.getPath("repository"),
      env: {
        HOME: world.getPath("home"),
        XDG_CONFIG_HOME: world.getPath("home/config"),
        TMPDIR: world.getPath("tmp"),
        PATH: process.env.PATH,
        [logVariable]: log,
        ...variables,
      },
    },
  );
  const files = (await world.readdir("", { recursive: true })).toSorted();
  return { world, stdout, stderr, files, network: readFileSync(log, "utf8") };
}

const gradeEverything = `
  const { plainTypes } = await import(${here("allow-list.ts")});
  const { scoreOutput } = await import(${here("index.ts")});
  const before = { ...process.env };
  const texts = { bleu: "a b c d", equals: "a", gleu: "a", levenshtein: "a", regex: "a", "rouge-n": "a", "starts-with": "a" };
  const assertions = plainTypes.flatMap((type) => {
    const value = texts[type] ?? (type.includes("contains") && !/(html|json|xml)$/.test(type) ? "a" : type === "word-count" ? 1 : undefined);
    return [{ type, value }, { type: "not-" + type, value }];
  });
  const subject = { output: '<a>1</a> {"a": 1} {{ env.HOME }}', assembly: { text: "", layers: [], tools: [] } };
  const results = await scoreOutput(assertions, subject, { countTokens: () => 0 });
  const added = Object.keys(process.env).filter((name) => process.env[name] !== before[name]);
  console.log(JSON.stringify({ errors: results.filter((result) => result.error), results: results.length, added }));
`;

test("grading with every plain type writes no file, opens no connection, prints nothing, takes nothing from .env", async () => {
  const { world, stdout, stderr, files, network } = await inOwnProcess(gradeEverything, {
    LOG_LEVEL: "debug",
  });
  await using _ = world;
  const { errors, results, added } = JSON.parse(stdout) as {
    errors: unknown[];
    results: number;
    added: string[];
  };

  expect(errors).toEqual([]);
  expect(results).toBe(42);
  expect(stderr).toBe("");
  expect(network).toBe("");
  expect(files).toEqual(["home", "network.log", "repository", "repository/.env", "tmp"]);
  expect(added.filter((name) => !name.startsWith("PROMPTFOO_"))).toEqual([]);
});

test("our own types do not import promptfoo", async () => {
  const { world, stdout } = await inOwnProcess(`
    const { scoreOutput } = await import(${here("index.ts")});
    const subject = { output: "", assembly: { text: "a b", layers: [], tools: [] } };
    const [result] = await scoreOutput([{ type: "strata:order", value: ["a", "b"] }], subject, { countTokens: () => 0 });
    console.log(result.pass, Object.keys(process.env).some((name) => name.startsWith("PROMPTFOO_")));
  `);
  await using _ = world;
  expect(stdout).toBe("true false\n");
});

test("a promptfoo that was required before us renders templates, so nothing is graded with it", async () => {
  const { world, stdout } = await inOwnProcess(`
    process.env.PROMPTFOO_DISABLE_TELEMETRY = "1";
    const { createRequire } = await import("node:module");
    createRequire(${JSON.stringify(import.meta.url)})("promptfoo");
    const { loadPromptfoo } = await import(${here("load-promptfoo.ts")});
    await loadPromptfoo().catch((error) => console.log(error.code));
  `);
  await using _ = world;
  expect(stdout).toBe("promptfoo-imported-before\n");
});
