import { execFile } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aRepository, type Outcome } from "./testing.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** As root the commands run as another user; otherwise a file must be able to refuse us. */
const able = isRoot || canRefuse();

function canRefuse(): boolean {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "strata-")), "probe");
  writeFileSync(file, "", { mode: 0o000 });
  try {
    accessSync(file, constants.R_OK);
    return false;
  } catch {
    return true;
  } finally {
    rmSync(path.dirname(file), { recursive: true });
  }
}

const urlOf = (file: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, file)).href);

/** Runs commands in one process that may read only what anybody may: not even this checkout, so all is loaded before. */
const script = `
const { main } = await import(${urlOf("index.ts")});
await import(${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "../assemble/index.ts")).href)}).then((room) => room.loadTokenizer());
const run = async (argv, cwd) => {
  const outcome = { stdout: "", stderr: "" };
  const stream = (name) => ({ write: (text) => void (outcome[name] += text) });
  const io = { argv, cwd, env: {}, stdout: stream("stdout"), stderr: stream("stderr"), now: () => new Date(0), random: Math.random };
  outcome.code = await main({ ...io, signal: new AbortController().signal });
  return outcome;
};
for (const verb of ["assemble", "eval"]) await run([verb, "--root", "/nowhere"], "/");
// The parser, the schemas and git are loaded by the first who needs them.
const load = await import(${urlOf("../load/index.ts")});
load.parseYaml("", "a: 1");
await load.readRevision("/");
(await import(${urlOf("../schema/index.ts")})).schemaOf("stack");
if (process.getuid() === 0) {
  process.setgroups([]);
  process.setgid(${nobody});
  process.setuid(${nobody});
}
const outcomes = [];
for (const { cwd, argv } of JSON.parse(process.argv[1])) outcomes.push(await run(argv, cwd));
process.stdout.write(JSON.stringify(outcomes));
`;

/** What is made unreadable, the command that meets it, and its mode. */
const situations = {
  layer: { path: "prompts/mini/core.md", mode: 0o000, argv: ["assemble"] },
  models: { path: "prompts/models.yaml", mode: 0o000, argv: ["assemble"] },
  cases: { path: "corpus/cases/mini/cases.yaml", mode: 0o000, argv: ["eval"] },
  json: { path: "evals/default.yaml", mode: 0o000, argv: ["eval", "--json"] },
  stackFolder: { path: "prompts/mini", mode: 0o000, argv: ["assemble"] },
  memory: {
    path: "corpus/scenarios/desk/workspace/desk.md.txt",
    mode: 0o000,
    argv: ["assemble", "--explain"],
  },
  casesFolder: { path: "corpus/cases/mini", mode: 0o000, argv: ["eval", "--dry-run"] },
  suitesFolder: { path: "evals", mode: 0o000, argv: ["assemble"] },
  prompts: { path: "prompts", mode: 0o000, argv: ["assemble"] },
  unsearchable: { path: "prompts/mini/profiles", mode: 0o444, argv: ["assemble"] },
  reports: { path: ".", mode: 0o555, argv: ["eval"] },
  out: { path: ".", mode: 0o555, argv: ["assemble", "--out", "out"] },
} as const;

type Situation = keyof typeof situations;

const repositories: FsFixture[] = [];
const outcomes = {} as Record<Situation, Outcome>;
describe.skipIf(!able)("as a user that may not read everything", () => {
  beforeAll(async () => {
    const commands = [];
    for (const { path: at, mode, argv } of Object.values(situations)) {
      const repository = await aRepository();
      repositories.push(repository);
      // fs-fixture makes folders that only their owner may enter.
      chmodSync(repository.path, 0o755);
      chmodSync(repository.getPath(at), mode);
      commands.push({ cwd: repository.path, argv });
    }
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      script,
      JSON.stringify(commands),
    ]);
    for (const [i, name] of Object.keys(situations).entries())
      outcomes[name as Situation] = JSON.parse(stdout)[i];
  }, 30_000);

  afterAll(async () => {
    for (const [i, { path: at }] of Object.values(situations).entries()) {
      chmodSync(repositories[i]!.getPath(at), 0o755);
      await repositories[i]!.rm();
    }
  });

  test.each<[string, Situation, string]>([
    ["a layer file", "layer", "prompts/mini/core.md"],
    ["the models", "models", "prompts/models.yaml"],
    ["a file of cases", "cases", "corpus/cases/mini/cases.yaml"],
    ["the folder of a stack", "stackFolder", "prompts/mini/stack.yaml"],
  ])("no read permission: %s", (_, situation, file) => {
    const { code, stdout, stderr } = outcomes[situation];
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(new RegExp(`^error  ${file}  [^\\n]*permission[^\\n]*\\n$`));
  });

  test("no read permission, with --json: one document", () => {
    const { code, stdout } = outcomes.json;
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: expect.any(Number),
      error: {
        code: "unreadable",
        file: "evals/default.yaml",
        message: expect.stringContaining("permission"),
      },
    });
  });

  test("no read permission: a memory file is for the stack's guards, and the reason is told", () => {
    const { code, stdout } = outcomes.memory;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +skipped +project +\d+ +DESK\.md +[^\n]*permission/m);
  });

  test.each<[string, Situation, string]>([
    ["cases", "casesFolder", "corpus/cases/mini"],
    ["suites", "suitesFolder", "evals"],
  ])("no read permission: a folder of %s is named", (_, situation, folder) => {
    const { code, stderr } = outcomes[situation];
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^error  ${folder}[ /][^\\n]*permission`, "m"));
  });

  test("no read permission: prompts/ is there, and not said to be missing", () => {
    const { code, stderr } = outcomes.prompts;
    expect(code).toBe(2);
    expect(stderr).toContain("permission");
  });

  test.each<[string, Situation]>([
    ["a folder that may be listed and not entered", "unsearchable"],
    ["no permission to write reports/", "reports"],
    ["no permission to write --out", "out"],
  ])("for the user to mend: %s", (_, situation) => {
    const { code, stdout, stderr } = outcomes[situation];
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("permission");
  });
});
