import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const repository = path.join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));

/** A small prompt repository, and plain JavaScript and TypeScript that use the library. */
const files = {
  "prompts/models.yaml": `
    strata: 1
    models:
      - {id: "example:model-1", pinned: true, window: 100000}
      - {id: "reader:bm25", pinned: true, window: null}
  `,
  "prompts/one/stack.yaml": `
    strata: 1
    id: one
    description: The smallest stack.
    reference: here
    separator: "\\n\\n"
    tiers: [{id: base, promise: build}]
    layers: [{id: core, tier: base, source: {file: core.md}}]
    profiles: {main: {tools: all}}
  `,
  "prompts/one/core.md": `---\nversion: 1.0.0\n---\nAnswer in one sentence.\n`,
  "corpus/scenarios/here/scenario.yaml": `
    strata: 1
    id: here
    description: An empty folder.
    clock: "2026-03-30T14:30:00-07:00"
    os: linux
    shell: bash
    cwd: /home/me/code
    workspace: {root: /home/me/code}
    home: {root: /home/me}
    git: none
  `,
  "evals/default.yaml": `
    strata: 1
    id: default
    answer: reader:bm25
  `,
  "corpus/cases/one/core.yaml": `
    strata: 1
    stack: one
    cases:
      - id: length
        input: How long is an answer?
        assert: [{type: contains, value: one sentence}]
  `,
  "assemble.js": `
    import { assemble, diskTree, loadProject } from "promptstrata";
    const { project } = loadProject(diskTree("."));
    const stack = project.stacks.get("one").get("default");
    const { hash, text } = assemble({
      stack,
      profile: stack.profiles.get("main"),
      model: project.models.get("example:model-1"),
      scenario: project.scenarios.get("here"),
    });
    console.log(JSON.stringify({ hash, text }));
  `,
  "typed.ts": `
    import { loadProject } from "promptstrata";
    export const mistake: string = loadProject;
  `,
};

/** Files that a page shows whole: a path in backticks on a line of its own, then a fenced block. */
function shownIn(page: string): [file: string, text: string][] {
  const text = readFileSync(path.join(repository, page), "utf8");
  const blocks = text.matchAll(/^`([\w./-]+)`\n\n```\w+\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, file, content]) => [file!, content!]);
}

/** The stack of docs/stacks.md, and the README's agent that uses it in a real folder. */
const desk = Object.fromEntries(
  [...shownIn("docs/stacks.md"), ...shownIn("README.md")].map(([file, text]) => [`desk/${file}`, text]),
);

const tgz = `promptstrata-${manifest.version}.tgz`;
let project: FsFixture;

// Installed as in a user's project, with the versions of the lock file: what was tested is what is used.
beforeAll(async () => {
  const dependencies = { promptstrata: `file:./${tgz}` };
  project = await createFixture({
    ...{ ...files, ...desk, "work/NOTES.md": "- Parcels wait at the door.\n", "home/.keep": "" },
    "package.json": JSON.stringify({ private: true, type: "module", dependencies }),
  });
  await run("npm", ["pack", "--pack-destination", project.path], { cwd: repository });
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) {
    copyFileSync(path.join(repository, file), project.getPath(file));
  }
  const install = ["install", "--no-frozen-lockfile", "--prefer-offline", "--ignore-scripts"];
  await inProject("npx", "-y", manifest.packageManager, ...install);
});

afterAll(() => project.rm());

test("the installed command tells its version", async () => {
  expect(await inProject("node_modules/.bin/strata", "--version")).toBe(`${manifest.version}\n`);
});

test("command and library assemble the same prompt", async () => {
  const options = ["--json", "--model", "example:model-1"];
  const assemblies = JSON.parse(await inProject("node_modules/.bin/strata", "assemble", ...options));
  expect(assemblies).toMatchObject([{ stack: "one", profile: "main", model: "example:model-1" }]);
  const { hash, text } = assemblies[0];
  expect(text).toMatch(/^Answer in one sentence\./);
  expect(JSON.parse(await inProject("node", "assemble.js"))).toEqual({ hash, text });
});

test("the installed command runs an eval", async () => {
  expect(await inProject("node_modules/.bin/strata", "eval", "--model", "example:model-1")).toMatch(
    /^1 passed, 0 failed/m,
  );
});

test("the agent that the README shows gets its prompt and leaves its record, in one call", async () => {
  const day = () => new Date().toLocaleDateString("sv");
  const before = day();
  const { stdout, stderr } = await run(process.execPath, ["../desk/agent.ts"], {
    cwd: project.getPath("work"),
    env: { ...process.env, HOME: project.getPath("home") },
  });
  const text = stdout.slice(0, -1);
  // Over midnight the date is that of before or after.
  const date = text.includes(before) ? before : day();
  expect(text).toBe(
    [
      "You answer for the shop's help desk.\n",
      "- Quote the order number in every answer.",
      "- Ask a colleague before paying back more than 500 euros.\n",
      `## Today\n- Date: ${date}\n- Tools: read, refund\n`,
      "## Notes\n- Parcels wait at the door.",
    ].join("\n"),
  );
  const lines = readFileSync(project.getPath("desk/.strata/sessions.jsonl"), "utf8").trimEnd().split("\n");
  const [start, outcome] = lines.map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(start.hash).toBe(`sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`);
  expect(start.sources).toMatchObject([{ layer: "notes", path: "NOTES.md" }]);
  expect(outcome).toMatchObject({ event: "outcome", session: start.session, value: "pass" });
  expect(stderr).toBe(`session ${start.session} runs on ${start.recipeHash}\n`);
  // The command knows the same prompt version, whatever the world.
  const combination = ["--root", "desk", "--profile", "clerk", "--model", "openai:gpt-5-2025-08-07"];
  const known = JSON.parse(await inProject("node_modules/.bin/strata", "assemble", "--json", ...combination));
  expect(known).toMatchObject([{ recipeHash: start.recipeHash }]);
});

test("the library brings its types", async () => {
  const tsc = path.join(repository, "node_modules/typescript/bin/tsc");
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
  // Without its types everything would be `any`, and the mistake in typed.ts no error.
  await expect(inProject("node", tsc, ...options, "typed.ts")).rejects.toMatchObject({
    stdout: expect.stringMatching(/^typed\.ts\(3,.*TS2322/),
  });
});

/** Runs a command in the project and hands over its stdout; the node that runs this test comes first. */
async function inProject(command: string, ...args: string[]): Promise<string> {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`;
  return (await run(command, args, { cwd: project.path, env: { ...process.env, PATH } })).stdout;
}
