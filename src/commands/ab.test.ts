import { expect, test } from "vitest";
import { existsSync } from "node:fs";
import { edited, refusal, strata } from "./testing.ts";
import { aGitRepository, stateOf } from "./testing-git.ts";
import { onLoopback } from "./testing-models.ts";
import { readRun } from "./testing-run.ts";

const core = "prompts/mini/core.md";
const review = "prompts/mini/profiles/review.md";
const memory = "corpus/cases/mini/cases.yaml";

/** A case that finds a rule of the core. */
const withRule = edited(
  memory,
  "  - id: role-only-for-review\n",
  `  - id: counts
    input: Do you count or estimate?
    assert:
      - type: contains
        value: never estimate
  - id: role-only-for-review
`,
);

test("a lost rule is named with both answers, in text, JSON and the run's folder; git is left alone", async () => {
  await using repository = await aGitRepository({ [memory]: withRule, ".gitignore": "reports/\n.strata/\n" });
  await repository.files.writeFile(core, edited(core, "count, never estimate", "ask the owner"));
  await repository.commit({}, "Without the rule");
  // Work in progress, staged and not, that a comparison of two refs must leave alone.
  await repository.files.writeFile(core, edited(core, "count", "count twice"));
  repository.git("add", "--all");
  await repository.files.writeFile(review, "Not even a layer file.\n");
  const before = stateOf(repository);
  const { code, stdout, stderr } = await strata(repository.path, [
    "ab",
    "HEAD~1",
    "HEAD",
    "--root",
    repository.path,
  ]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^A: HEAD~1 \([0-9a-f]{12}\) {3}B: HEAD \([0-9a-f]{12}\)\n\nB is worse: it loses 1 case\.\nLost: counts in /,
  );
  expect(stdout).toMatch(/LOST\s+counts .*never estimate/);
  expect(stdout).toContain("says nothing of how a model behaves");
  expect(stderr).toContain("report.html");
  expect(stateOf(repository)).toEqual(before);

  const run = readRun(repository.path);
  expect(run.run).toMatchObject({ kind: "ab", finished: expect.any(String) });
  expect(run.summary).toMatchObject({ kind: "ab", verdict: "regressed", lost: [{ case: "counts" }] });
  expect(run.csv.split("\n")[0]).toMatch(/^side,case,stack,variant,profile,model,answer,/);
  expect(run.csv).toMatch(/\nb,counts,/);
  expect(run.html).toContain("<del>");
  expect(run.html).toContain("<pre>Naïve guesses cost money: count, never estimate.</pre>");
  expect(run.html).not.toContain("<script");

  const json = await strata(repository.path, ["ab", "HEAD~1", "HEAD", "--json"]);
  expect(json.code).toBe(1);
  const result = JSON.parse(json.stdout) as { schema: number; lost: object[]; hashes: object };
  expect(result).toMatchObject({
    schema: 1,
    lost: [{ case: "counts", a: { status: "passed" }, b: { status: "failed" } }],
  });
  expect(stateOf(repository)).toEqual(before);
});

test("without operands HEAD is compared with the working tree; identical ones are said to be", async () => {
  await using repository = await aGitRepository();
  const { code, stdout } = await strata(repository.path, ["ab"]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "A and B are equal on this corpus: nothing that a case looks at differs, nothing was compared.",
  );
  const same = await strata(repository.path, ["ab", "main", "HEAD"]);
  expect(same.code).toBe(0);
  expect(same.stdout).toContain("A and B are the same: main");
});

test("a layer is replaced by a file, and two variants are compared, outside git too", async () => {
  await using repository = await aGitRepository({ [memory]: withRule });
  await repository.files.writeFile("new.md", "You keep the till, and that is all.\n");
  await repository.files.rm(".git");
  const replaced = await strata(repository.path, ["ab", "--replace", "mini/core=./new.md"]);
  expect(replaced).toMatchObject({ code: 1, stdout: expect.stringContaining("Lost: counts in ") });
  expect(replaced.stdout).toContain(`working tree with another ${core}`);
  // The cases that are meant for the default variant run on both; in the review profile brief is without its role.
  const variants = await strata(repository.path, ["ab", "@default", "@brief", "--json"]);
  expect(variants.code).toBe(1);
  expect(JSON.parse(variants.stdout)).toMatchObject({
    lost: [{ case: "role-only-for-review" }],
    affected: { cases: 3 },
  });
});

test("bad operands and replacements are refused", async () => {
  await using repository = await aGitRepository();
  const kinds = async (...argv: string[]) => (await refusal(repository.path, ["ab", ...argv])).code;
  expect(await kinds("HEAD,profile=review", "HEAD")).toBe("operand-settings");
  expect(await kinds("--replace", "mini/core")).toBe("bad-replace");
  expect(await kinds("--replace", "mini/core=missing.md")).toBe("replace-unreadable");
  expect(await kinds("--replace", `mini/nothing=${core}`)).toBe("replace-unknown");
  expect(await kinds("nowhere", "HEAD")).toMatch(/ref/);
  expect(await kinds("--margin", "0")).toBe("usage");
  expect(existsSync(repository.files.getPath("reports"))).toBe(false);
});

test("--dry-run says what can be affected and what it would take, and leaves nothing behind", async () => {
  await using repository = await aGitRepository({ [memory]: withRule });
  await repository.files.writeFile(core, edited(core, "count, never estimate", "ask the owner"));
  const exact = await strata(repository.path, ["ab", "--dry-run"]);
  expect(exact.code).toBe(0);
  expect(exact.stdout).toMatch(
    /judged one by one, because the answer never varies\.\n\nNo model has to be called\./,
  );
  expect(exact.stdout).toMatch(/\nNothing was run\.\n$/);
  const both = await strata(repository.path, ["ab", "HEAD", "HEAD", "--dry-run", "--through-gate"]);
  expect(both.code).toBe(2);
  expect(existsSync(repository.files.getPath("reports"))).toBe(false);

  await using models = await aGitRepository(onLoopback({}) as Record<string, string>);
  await models.files.writeFile(core, edited(core, "count, never estimate", "ask the owner"));
  const { code, stdout } = await strata(models.path, ["ab", "--dry-run"]);
  expect(code).toBe(0);
  // Every sampled result is run ten times a side.
  const units = Number(/(\d+) sampled\./.exec(stdout)![1]);
  expect(units).toBeGreaterThan(0);
  expect(stdout).toMatch(new RegExp(`at most, all fresh runs included +${20 * units} +\\$`));
  expect(stdout).toContain("With fewer than 10 affected cases there is no margin verdict");
  const json = JSON.parse((await strata(models.path, ["ab", "--dry-run", "--json"])).stdout);
  expect(json).toMatchObject({ schema: 1, sampled: { units }, atMost: { calls: 20 * units }, looks: [] });
  const refused = await refusal(models.path, ["ab", "--baseline", "prompts"]);
  expect(refused.code).toBe("baseline-none");
  expect(existsSync(models.files.getPath("reports"))).toBe(false);
});
