import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { aGitFolder } from "../load/testing-git.ts";
import { edit, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";
import { aBranch, cases, core, corpus, fine, gate, lost, onMain, removeTemplate } from "./testing-gate.ts";

const safe = `  - id: safe
    needs: llm
    input: May you give the till away?
    profiles: [main]
    models: [reader:bm25]
    policy: must-pass
    assert:
      - { type: contains, value: "no" }
`;

afterAll(removeTemplate);

describe("a change of the prompts", () => {
  test("that adds a rule with its case is improved", async () => {
    await using repository = await aBranch({
      [core]: `${miniRepository[core]}Lock the drawer at closing time.\n`,
      [cases]: `${corpus}  - id: closing
    input: What do you lock at closing time?
    profiles: [main]
    models: [reader:bm25]
    assert:
      - { type: contains, value: Lock the drawer }
`,
    });
    const { code, document } = await gate(repository);
    expect({ code, document }).toMatchObject({
      code: 0,
      document: { verdict: "improved", comparisons: [{ gained: [{ case: "closing" }], lost: [] }] },
    });
  });

  test("with a stale lock fails by the lock, and is compared all the same", async () => {
    await using repository = await aBranch({});
    await repository.files.writeFile(core, miniRepository[core].replace("You keep", "You mind"));
    const { code, document, codes } = await gate(repository);
    expect({ code, codes }).toEqual({ code: 1, codes: { ...fine, lock: 1 } });
    expect(document).toMatchObject({ outcome: "failed", verdict: "neutral", because: ["lock"] });
  });

  test("leaves the run's folder with the report, the verdict and the Markdown, and adds to a job's summary", async () => {
    await using repository = await aBranch(lost);
    const job = path.join(repository.path, ".git", "summary.md");
    writeFileSync(job, "Before.\n");
    const env = { GITHUB_STEP_SUMMARY: job };
    const { document } = await gate(repository, ["--summary", "verdict.md"], { env });
    const folder = path.join(repository.path, path.dirname(document.reports[0]));
    for (const name of [
      "run.json",
      "trials.jsonl",
      "summary.json",
      "results.csv",
      "report.html",
      "gate.md",
    ]) {
      expect(existsSync(path.join(folder, name)), name).toBe(true);
    }
    expect(JSON.parse(readFileSync(path.join(folder, "gate.json"), "utf8"))).toEqual(document);
    const page = readFileSync(path.join(folder, "report.html"), "utf8");
    expect(page).toContain("Failed because of comparison: the prompts are regressed against");
    expect(page).toContain(`<pre>${document.revert.replaceAll("&", "&amp;")}</pre>`);
    const markdown = readFileSync(path.join(repository.path, "verdict.md"), "utf8");
    expect(markdown).toMatch(/^## Prompt gate: `Failed because of comparison/);
    expect(markdown).toContain("`counts`");
    expect(markdown).toContain(document.revert);
    expect(readFileSync(job, "utf8")).toBe(`Before.\n${markdown}`);
  });
});

describe("a corpus that shrinks", () => {
  const without = miniRepository[cases];

  test("together with prompts fails, and the cases come first", async () => {
    await using repository = await aBranch({ ...lost, [cases]: without });
    const { code, document, codes } = await gate(repository);
    expect({ code, codes }).toEqual({ code: 1, codes: { ...fine, corpus: 1 } });
    expect(document.shrunk).toEqual([{ case: "counts", how: ["removed"] }]);
    const text = await strata(repository.path, ["gate"]);
    expect(text.stdout.split("\n").slice(2, 4)).toEqual([
      "Cases that prove less than at the base:",
      "  counts: removed",
    ]);
  });

  test("alone, or with onCorpusShrink: warn at the base already, is shown and passes", async () => {
    await using alone = await aBranch({ [cases]: without });
    expect(await gate(alone)).toMatchObject({ code: 0, document: { shrunk: [{ case: "counts" }] } });
    const warn = { "evals/gate.yaml": "strata: 1\nonCorpusShrink: warn\n" };
    await using warned = await aBranch({ ...lost, [cases]: without }, warn);
    expect(await gate(warned)).toMatchObject({ code: 0, document: { shrunk: [{ case: "counts" }] } });
  });
});

describe("the gate's own settings", () => {
  const entry = (until: string) =>
    `strata: 1\nquarantine:\n  - { case: counts, until: "${until}", reason: known and being mended }\n`;

  test("loosened together with prompts fail the gate; alone they pass with a word", async () => {
    const loose = { "evals/gate.yaml": "strata: 1\nonInconclusive: pass\n" };
    const reworded = { [core]: miniRepository[core].replace("You keep", "You mind") };
    await using together = await aBranch({ ...loose, ...reworded });
    const { code, codes, document } = await gate(together);
    expect({ code, codes }).toEqual({ code: 1, codes: { ...fine, settings: 1 } });
    expect(document.parts[0].findings).toMatchObject([{ kind: "loosened-with-prompts", line: 2 }]);
    await using alone = await aBranch(loose);
    expect(await gate(alone)).toMatchObject({ code: 0 });
  });

  test("a case in quarantine decides nothing until its day is over", async () => {
    // The clock of the tests says 2026-03-30.
    await using quiet = await aBranch(lost, { "evals/gate.yaml": entry("2026-03-30") });
    expect(await gate(quiet)).toMatchObject({
      code: 0,
      document: {
        verdict: "neutral",
        comparisons: [{ lost: [{ case: "counts", quarantined: expect.any(String) }] }],
      },
    });
    await using over = await aBranch(lost, { "evals/gate.yaml": entry("2026-03-29") });
    const { code, codes, document } = await gate(over);
    expect({ code, codes }).toEqual({ code: 1, codes: { ...fine, settings: 1, comparison: 1 } });
    expect(document.parts[0].findings).toMatchObject([{ kind: "quarantine-expired", line: 3 }]);
  });

  test("a must-pass case that was not measured is counted, and leaves it open where it has to be measured", async () => {
    const before = { [cases]: corpus + safe };
    const reworded = { [core]: miniRepository[core].replace("You keep", "You mind") };
    await using repository = await aBranch(reworded, before);
    const counted = await strata(repository.path, ["gate"]);
    expect(counted.code).toBe(0);
    expect(counted.stdout.trimEnd()).toMatch(/exit 0; 1 must-pass case not measured$/);
    await using strict = await aBranch(reworded, {
      ...before,
      "evals/gate.yaml": "strata: 1\nrequireMeasured: true\n",
    });
    expect(await gate(strict)).toMatchObject({
      code: 3,
      document: {
        error: { code: "must-pass-unmeasured" },
        outcome: "undecided",
        mustPassUnmeasured: ["safe"],
      },
    });
  });
});

describe("the base", () => {
  test("on the default branch is the previous commit, or its tip while something is not committed", async () => {
    await using repository = await onMain();
    const clean = await gate(repository);
    expect(clean.document.base).toEqual({
      ...{ ref: "the previous commit", commit: repository.git("rev-parse", "HEAD^").trim() },
    });
    await repository.files.writeFile(core, lost[core]!);
    const { document, codes } = await gate(repository);
    expect(document.base).toEqual({ ref: "HEAD", commit: repository.git("rev-parse", "HEAD").trim() });
    expect(codes).toMatchObject({ comparison: 1, lock: 1 });
  });

  test("without prompts leaves nothing to compare with, said loudly where that may pass", async () => {
    await using repository = await aGitFolder();
    const empty = await repository.commit({ "README.md": "Nothing yet.\n" });
    await repository.commit({ ...miniRepository, [cases]: corpus });
    await strata(repository.path, ["lock"]);
    expect(await gate(repository, ["--base", empty])).toMatchObject({
      ...{ code: 3, codes: { ...fine, comparison: 3 } },
      document: { error: { code: "base-without-prompts" }, verdict: "inconclusive" },
    });
    await repository.files.writeFile("evals/gate.yaml", "strata: 1\nonInconclusive: pass\n");
    const passed = await gate(repository, ["--base", empty]);
    expect(passed.codes["comparison"]).toBe(0);
    expect(passed.stderr).toContain("NOTHING WAS SHOWN");
  });
});

test("code that a change brings along is refused where a key is, before anything is compared", async () => {
  const env = { OPENAI_API_KEY: "sk-0123456789abcdef0123" };
  const suite = { "evals/default.yaml": `${miniRepository["evals/default.yaml"]}allow: [javascript]\n` };
  const code = `${corpus}  - id: run
    input: Who keeps the till?
    assert:
      - { type: contains, value: till }
      - { type: javascript, value: "true" }
`;
  await using repository = await aBranch({ ...suite, [cases]: code });
  const refused = await gate(repository, [], { env });
  expect(refused).toMatchObject({
    code: 2,
    codes: { code: 2 },
    document: { error: { code: "foreign-code" } },
  });
  expect(refused.document.comparisons).toEqual([]);
  expect(existsSync(path.join(repository.path, "reports"))).toBe(false);
  // What the base has already was reviewed.
  expect(await gate(repository, ["--base", "HEAD"], { env })).toMatchObject({
    codes: { code: 0, comparison: 0 },
  });
});

describe("stored runs", () => {
  test("a comparison is judged again by other settings, without a call", async () => {
    await using repository = await aBranch(lost);
    const { document } = await gate(repository);
    const again = await gate(repository, ["--from", document.comparisons[0].id]);
    expect(again).toMatchObject({
      code: 1,
      codes: { settings: 0, comparison: 1 },
      document: { verdict: "regressed", base: null },
    });
    const forgiven =
      'strata: 1\nquarantine: [{ case: counts, until: "2026-04-01", reason: known and being mended }]\n';
    await repository.files.writeFile("evals/gate.yaml", forgiven);
    expect(await gate(repository, ["--from", "latest"])).toMatchObject({
      code: 0,
      document: { verdict: "neutral" },
    });
  });

  test("two runs of a suite are compared, and what keeps them from it is named", async () => {
    await using repository = await aBranch({});
    const run = async (changes: Record<string, string>, ...argv: string[]) => {
      for (const [file, text] of Object.entries(changes)) await repository.files.writeFile(file, text);
      await strata(repository.path, ["eval", ...argv]);
      return JSON.parse(readFileSync(path.join(repository.path, "reports/latest.json"), "utf8"))
        .run as string;
    };
    const before = await run({});
    const after = await run(lost);
    const compare = (from: string, baseline: string) =>
      gate(repository, ["--from", from, "--baseline", baseline]);
    expect(await compare(after, before)).toMatchObject({
      ...{
        code: 1,
        document: { comparisons: [{ lost: [{ case: "counts" }], affected: { cases: expect.any(Number) } }] },
      },
    });
    expect(await compare(before, after)).toMatchObject({ code: 0, document: { verdict: "improved" } });
    expect(await compare(before, before)).toMatchObject({ code: 0, document: { verdict: "neutral" } });

    const told = async (other: string) => {
      const { code, document } = await compare(other, before);
      const findings = document.parts.at(-1).findings as { kind: string; args: { part: string } }[];
      return [code, ...findings.map(({ kind, args }) => `${kind} ${args.part}`)];
    };
    const regraded = await run({ ...miniRepository, [cases]: edit(corpus, "value: count ", "value: cash ") });
    expect(await told(regraded)).toEqual([3, "not-comparable grader"]);
    expect(await told(await run({ [cases]: miniRepository[cases] }))).toEqual([3, "not-comparable corpus"]);
    expect(await told(await run({ [cases]: corpus.replace("or estimate?", "or guess?") }))).toEqual([
      3,
      "not-comparable corpus",
    ]);
    expect(await told(await run({ [cases]: corpus }, "--repeat", "2"))).toEqual([3, "not-comparable trials"]);
  });
});
