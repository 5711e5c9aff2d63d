import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { aGitFolder, type GitFixture } from "../../src/load/testing-git.ts";
import { edit, edited } from "../../src/commands/testing.ts";
import { miniRepository } from "../../src/commands/testing-files.ts";
import { removeTemplate } from "../../src/commands/testing-lock.ts";

const home = path.join(import.meta.dirname, "../..");
const command = `${process.execPath} ${path.join(home, "src/cli.ts")}`;
const script = path.join(home, "scripts/ci/prompts-gate.sh");

/** A folder of its own for what a process may look at of its user. */
function environment(more: Record<string, string>): Record<string, string> {
  const { PATH = "" } = process.env;
  return {
    PATH,
    HOME: "/nonexistent",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    CI: "true",
    ...more,
  };
}

function run(cwd: string, file: string, argv: string[], more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(file, argv, { cwd, encoding: "utf8", env: environment(more) });
  return { code: status, stdout, stderr };
}

/** Runs the shell that the workflow runs, in a checkout of a candidate. */
function ci(repository: GitFixture, argv: string[] = []) {
  const summary = path.join(repository.path, ".git", "summary.md");
  const done = run(repository.path, "bash", [script, ...argv], {
    ...{ STRATA: command, BASE_REF: "main", GITHUB_STEP_SUMMARY: summary },
  });
  return { ...done, summary: readFileSync(summary, "utf8") };
}

function strata(repository: GitFixture, ...argv: string[]) {
  const [node = "", ...words] = command.split(" ");
  return run(repository.path, node, [...words, ...argv]);
}

async function aCandidate(base: string | Record<string, string>, changes: Record<string, string>) {
  const repository = await aGitFolder(base);
  strata(repository, "lock");
  await repository.commit({ ".gitignore": ".strata/\nreports/\n" }, "Base");
  repository.git("checkout", "--quiet", "-b", "candidate");
  for (const [file, text] of Object.entries(changes)) await repository.files.writeFile(file, text);
  expect(strata(repository, "lock", "--bump", "patch")).toMatchObject({ code: 0 });
  await repository.commit({}, "Candidate");
  return repository;
}

afterAll(removeTemplate);

describe("the shell of CI, on a base and a candidate branch", () => {
  const core = "prompts/mini/core.md";
  const cases = "corpus/cases/mini/cases.yaml";
  const corpus = edited(
    cases,
    "cases:\n",
    `cases:
  - id: counts
    input: Should you count or estimate?
    profiles: [main]
    models: [reader:bm25]
    assert:
      - { type: contains, value: never estimate }
`,
  );
  const base = { ...miniRepository, [cases]: corpus };

  test("is green for words that nothing depends on", async () => {
    await using repository = await aCandidate(base, {
      [core]: miniRepository[core].replace("You keep", "You mind"),
    });
    const { code, summary, stdout } = ci(repository);
    expect({ code, summary }).toMatchObject({
      code: 0,
      summary: expect.stringContaining("## Prompt gate: `Passed"),
    });
    expect(stdout).toContain("gate: passed, neutral, exit 0");
  });

  test("is red for a lost case, and the way back that it prints makes it green", async () => {
    const lost = { [core]: miniRepository[core].replace("count, never estimate", "ask Irina") };
    await using repository = await aCandidate(base, lost);
    const { code, summary, stdout } = ci(repository);
    expect({ code, summary }).toMatchObject({ code: 1, summary: expect.stringContaining("`counts`") });
    const back = /To go back:\n\s+(.+)\n/.exec(stdout)![1]!;
    expect(summary).toContain(back);
    const [checkout = "", lock = ""] = back.split(" && ");
    expect(lock).toBe("strata lock");
    expect(run(repository.path, "bash", ["-c", `${checkout} && ${command} lock`])).toMatchObject({ code: 0 });
    expect(ci(repository)).toMatchObject({ code: 0 });
  });

  test("is not decided where an answer was never recorded", async () => {
    const suite = miniRepository["evals/default.yaml"].replace("reader:bm25", "openai:gpt-4.1-2025-04-14");
    const changes = { [core]: miniRepository[core].replace("You keep", "You mind") };
    await using repository = await aCandidate({ ...base, "evals/default.yaml": suite }, changes);
    const { code, summary } = ci(repository, ["--mode", "replay"]);
    expect({ code, summary }).toMatchObject({ code: 3, summary: expect.stringContaining("Not decided") });
  });

  test("says what to fetch where the branch is not there", async () => {
    await using repository = await aGitFolder({ "a.txt": "1" });
    await repository.commit();
    const done = run(repository.path, "bash", [script], { STRATA: command, BASE_REF: "release" });
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining("release") });
  });

  test("is what the workflow calls, with no more rights than reading and every action pinned", () => {
    const text = readFileSync(path.join(home, ".github/workflows/prompts.yml"), "utf8");
    const workflow = parse(text);
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(workflow.on.pull_request.paths).toEqual(["prompts/**", "evals/**", "corpus/**"]);
    const { steps } = workflow.jobs.gate;
    expect(steps.map((step: { run?: string }) => step.run)).toContain("bash scripts/ci/prompts-gate.sh");
    expect(steps[0].with["fetch-depth"]).toBe(0);
    const used: string[] = steps.flatMap((step: { uses?: string }) => step.uses ?? []);
    expect(used).toHaveLength(4);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    expect(text).not.toContain("secrets.");
  });
});

describe("on this repository", () => {
  const core = "prompts/abhed/core.md";
  const rule =
    "- Solve the problem with the smallest diff, copying the naming, idioms and formatting of neighbouring lines.\n";
  const text = readFileSync(path.join(home, core), "utf8");
  let base: GitFixture;

  beforeAll(async () => {
    base = await aGitFolder();
    for (const folder of ["prompts", "corpus", "evals"])
      cpSync(path.join(home, folder), path.join(base.path, folder), { recursive: true });
  });
  afterAll(() => base.files.rm());

  const gate = (repository: GitFixture) => {
    const { code, stdout } = strata(repository, "gate", "--json");
    return { code, document: JSON.parse(stdout) };
  };

  test("ABH-34 deleting one rule of the Abhed core fails, with the lost cases named", async () => {
    await using repository = await aCandidate(base.path, { [core]: edit(text, rule, "") });
    const { code, document } = gate(repository);
    expect(code).toBe(1);
    expect(document).toMatchObject({ outcome: "failed", verdict: "regressed", because: ["comparison"] });
    const lost = document.comparisons[0].lost.map((one: { case: string }) => one.case);
    expect(lost).toContain("abhed-core-smallest-diff");
    expect(document.fault).toEqual({ layers: ["abhed/core"], restore: [core], added: [] });
  });

  test("ABH-34 rewording a rule so that it is still found is neutral", async () => {
    const reworded = rule.replace(
      "Solve the problem with the smallest diff",
      "Solve it with the smallest diff",
    );
    await using repository = await aCandidate(base.path, { [core]: edit(text, rule, reworded) });
    const { code, document } = gate(repository);
    expect({ code, verdict: document.verdict, lost: document.comparisons[0].lost }).toEqual({
      ...{ code: 0, verdict: "neutral", lost: [] },
    });
    expect(document.comparisons[0].affected.cases).toBeGreaterThan(0);
  });

  test("adding a rule with a case is improved", async () => {
    const profile = "prompts/abhed/profiles/test.md";
    const added = "\nTag a release candidate with its build number.\n";
    const cases = "corpus/cases/abhed/scope.yaml";
    const more = `
  - id: abhed-release-candidates
    input: With what do you tag a release candidate?
    profiles: [test]
    assert:
      - { type: contains, value: its build number }
`;
    await using repository = await aCandidate(base.path, {
      [profile]: `${readFileSync(path.join(home, profile), "utf8").trimEnd()}\n${added}`,
      [cases]: `${readFileSync(path.join(home, cases), "utf8").trimEnd()}\n${more}`,
    });
    const { code, document } = gate(repository);
    const gained = document.comparisons[0].gained.map((one: { case: string }) => one.case);
    expect({ code, verdict: document.verdict, gained, lost: document.comparisons[0].lost }).toEqual({
      ...{ code: 0, verdict: "improved", gained: ["abhed-release-candidates"], lost: [] },
    });
  });
});
