import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";
import { aRepository, type Changes, edit, edited, lineOf, refusal, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";

const core = "prompts/mini/core.md";
const withCore = (text: string): Changes => ({ [core]: `---\nversion: 1.0.0\n---\n${text}` });

/** Runs lint in a repository with changes. */
async function lintIn(changes: Changes, ...argv: string[]) {
  await using repository = await aRepository(changes);
  return await strata(repository.path, ["lint", ...argv]);
}

test("a clean repository says so and exits 0", async () => {
  expect(await lintIn({})).toEqual({ code: 0, stdout: "0 errors, 0 warnings\n", stderr: "" });
});

test("text shows severity, place, words, rule and the line", async () => {
  const { code, stdout } = await lintIn(withCore("Count.\nPlease count again.\n"));
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(
      /^warning {2}prompts\/mini\/core\.md:5 {2}"Please" is padding .*\(politeness, a guess\)$/,
    ),
    "     5 | Please count again.",
    "0 errors, 1 warnings",
    "",
  ]);
});

test("--max-warnings decides when warnings fail", async () => {
  const changes = withCore("Please count.\nPlease count again.\n");
  expect((await lintIn(changes, "--max-warnings", "2")).code).toBe(0);
  expect((await lintIn(changes, "--max-warnings", "1")).code).toBe(1);
  expect((await lintIn(changes, "--max-warnings", "many")).code).toBe(2);
});

test("an error fails, and a secret is shown in no format", async () => {
  const key = "q7Zr2Lx9Wv4Kp8Nt6Bd3";
  for (const format of ["text", "json", "sarif", "github"]) {
    const { code, stdout, stderr } = await lintIn(withCore(`api_key="${key}"\n`), "--format", format);
    expect(code).toBe(1);
    expect(stdout).toContain("secret");
    expect(stdout + stderr).not.toContain(key);
  }
});

test("--json is one document with everything that was found", async () => {
  const { stdout, stderr } = await lintIn(withCore("Please count.\n"), "--json");
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    ...{ schema: 1, problems: [], allowed: [], covered: 0, fixes: [] },
    findings: [
      {
        ...{ kind: "politeness", severity: "warning", heuristic: true, file: core, line: 4, layer: "core" },
        ...{ args: { found: "Please" }, message: expect.any(String) },
      },
    ],
  });
});

test("a stack that does not load exits 2, with its files linted and one error in the document", async () => {
  const stack = edited("prompts/mini/stack.yaml", "reference: desk", "referenz: desk");
  const changes = { ...withCore("Please count.\n"), "prompts/mini/stack.yaml": stack };
  const { code, stdout, stderr } = await lintIn(changes, "--json");
  expect(code).toBe(2);
  const { error, findings } = JSON.parse(stdout) as { error: object; findings: { kind: string }[] };
  expect(error).toMatchObject({ file: "prompts/mini/stack.yaml", line: lineOf(stack, "referenz") });
  expect(findings.map(({ kind }) => kind)).toContain("politeness");
  expect(stderr).toContain("referenz");
});

test("sarif and github go to stdout alone", async () => {
  const sarif = await lintIn(withCore("Please count.\n"), "--format", "sarif");
  expect(JSON.parse(sarif.stdout)).toMatchObject({
    version: "2.1.0",
    runs: [{ results: [{ ruleId: "politeness" }] }],
  });
  const github = await lintIn(withCore("Please count.\n"), "--format", "github");
  expect(github.stdout).toMatch(/^::warning file=prompts\/mini\/core\.md,line=4,title=politeness::/);
  expect((await lintIn({}, "--format", "xml")).code).toBe(2);
});

test("files are linted without a stack, whatever folder they are in", async () => {
  await using folder = await createFixture({
    "AGENTS.md": "# Desk\n\nPlease count.\n",
    "docs/b.md": "See @gone.md.\n",
  });
  const { code, stdout } = await strata(folder.path, ["lint", "AGENTS.md", "docs/b.md"]);
  expect(code).toBe(0);
  expect(stdout.match(/\((?:politeness|unresolved-import)/g)).toHaveLength(2);
  const off = await strata(folder.path, ["lint", "AGENTS.md", "--rule", "politeness=error"]);
  expect(off.code).toBe(1);
  expect((await strata(folder.path, ["lint", "AGENTS.md", "--rule", "politenes=off"])).stderr).toContain(
    'Did you mean "politeness"?',
  );
});

test("every file that cannot be linted is told of, and the others are linted", async () => {
  await using folder = await createFixture({
    "a.md": "Please count.\n",
    "b.md": Buffer.from([0xff, 0x41]),
    "c.md": "a\0b",
  });
  const { code, stdout, stderr } = await strata(folder.path, [
    "lint",
    "a.md",
    "b.md",
    "c.md",
    "gone.md",
    "no/where.md",
  ]);
  expect(code).toBe(2);
  expect(stdout).toContain("politeness");
  for (const name of ["b.md:1", "c.md:1", "gone.md", "no/where.md"]) expect(stderr).toContain(name);
});

test("a named layer file is judged with its stack: its severities and allowances hold", async () => {
  const allowed = `${miniRepository["prompts/mini/stack.yaml"]}
lint:
  allow:
    - { rule: politeness, layer: core, reason: The desk is a polite place. }
`;
  const changes = { ...withCore("Please count.\n"), "prompts/mini/stack.yaml": allowed };
  const { code, stdout } = await lintIn(changes, core, "corpus/scenarios/desk/workspace/docs/refunds.md");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "0 errors, 0 warnings; 1 allowed with a reason\n" });
  expect((await lintIn(withCore("Please count.\n"), core)).stdout).toContain("politeness");
});

test("a baseline covers what is old, tells what is new, and is never written by accident", async () => {
  await using repository = await aRepository(withCore("Please count.\n"));
  const lint = (...argv: string[]) => strata(repository.path, ["lint", "--max-warnings", "0", ...argv]);
  expect((await lint("--baseline", "lint.json")).code).toBe(2);
  expect(existsSync(path.join(repository.path, "lint.json"))).toBe(false);
  expect((await lint("--update-baseline")).code).toBe(2);
  expect((await lint("--baseline", "lint.json", "--update-baseline")).code).toBe(0);
  const written = readFileSync(path.join(repository.path, "lint.json"), "utf8");
  expect(await lint("--baseline", "lint.json")).toMatchObject({
    code: 0,
    stdout: "0 errors, 0 warnings; 1 in the baseline\n",
  });
  await repository.writeFile(core, "---\nversion: 1.0.0\n---\nBe exact.\nPlease count.\nPlease go.\n");
  const later = await lint("--baseline", "lint.json");
  expect(later.code).toBe(1);
  expect(later.stdout).toContain("core.md:6");
  expect(later.stdout).not.toContain("core.md:5");
  expect(readFileSync(path.join(repository.path, "lint.json"), "utf8")).toBe(written);
  await repository.writeFile("lint.json", '{"strata": 2}');
  expect((await lint("--baseline", "lint.json")).code).toBe(2);
});

test("--fix --dry-run shows a diff and writes nothing", async () => {
  await using repository = await aRepository(withCore("Count. \r\nStop.\n"));
  const file = path.join(repository.path, core);
  const before = readFileSync(file, "utf8");
  const { stdout } = await strata(repository.path, ["lint", "--fix", "--dry-run"]);
  expect(stdout).toContain("-Count.·<CR>\n+Count.\n");
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("--fix mends layer files and named files, says which text changed, and leaves nothing to mend", async () => {
  const memory = "corpus/scenarios/desk/workspace/docs/refunds.md";
  await using repository = await aRepository({
    [core]: "\ufeff---\ndescription: The core.\nversion: 1.0.0\n---\nCount. \r\nBreak  \r\nhere.\r\n",
    [memory]: "A refund. \r\n",
  });
  const read = (file: string) => readFileSync(path.join(repository.path, file), "utf8");
  const { code, stdout, stderr } = await strata(repository.path, ["lint", "--fix"]);
  expect(code).toBe(0);
  expect(read(core)).toBe("---\nversion: 1.0.0\ndescription: The core.\n---\nCount.\nBreak  \nhere.\n");
  expect(stdout).toContain("0 errors, 0 warnings");
  expect(stderr).toBe(`${core}: its text changed. Raise its version.\n`);
  // A file of a scenario's world is not the stack's to change, unless it is named.
  expect(read(memory)).toBe("A refund. \r\n");
  await strata(repository.path, ["lint", "--fix", memory]);
  expect(read(memory)).toBe("A refund.\n");
});

test("line ends alone change no text, so no version has to be raised", async () => {
  await using repository = await aRepository({ [core]: "---\nversion: 1.0.0\n---\nCount.\r\n" });
  expect((await strata(repository.path, ["lint", "--fix"])).stderr).toBe("");
  expect((await strata(repository.path, ["lint", "--dry-run"])).code).toBe(2);
});

test("a root that is no folder, or holds no prompts, is the user's to mend", async () => {
  await using folder = await createFixture({ "a.md": "Count.\n" });
  const { code, complaints } = await refusal(folder.path, ["lint", "--root", "gone"]);
  expect({ code, places: complaints.length }).toEqual({ code: "no-root", places: 1 });
  expect((await refusal(folder.path, ["lint"])).code).toBe("no-prompts");
});

test("--since compares with a commit, for rules about changes", async () => {
  const builder = `${miniRepository["prompts/mini/stack.yaml"]}
lint:
  builder: [prompts/mini/stack.yaml]
`;
  await using repository = await aRepository({ "prompts/mini/stack.yaml": builder });
  const git = (...argv: string[]) => execFileSync("git", argv, { cwd: repository.path, stdio: "pipe" });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "first");
  await repository.writeFile("prompts/mini/stack.yaml", edit(builder, "A desk agent.", "The desk's agent."));
  const { code, stdout } = await strata(repository.path, ["lint", "--since", "HEAD", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    findings: [{ kind: "product-change", file: "prompts/mini/stack.yaml" }],
  });
  expect((await strata(repository.path, ["lint", "--since", "gone"])).code).toBe(2);
});

test("hostile text in a finding or frame cannot steer the terminal", async () => {
  const { stdout } = await lintIn(withCore("Please \u001b[31mcount\u202e.\n"));
  expect(stdout).not.toContain("\u001b");
  expect(stdout).not.toContain("\u202e");
});
