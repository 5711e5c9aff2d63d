import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import path from "node:path";
import {
  aDeskRepository,
  casesFile,
  casesFor,
  compare,
  core,
  coreWith,
  line,
  manner,
  stackFile,
  files,
  versionsOf,
} from "./testing.ts";

test("a deleted rule is a lost case, with what both versions answered", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result).toMatchObject({ verdict: "regressed", exitCode: 1, identical: false });
  expect(result.lost).toMatchObject([
    {
      ...{ case: "otter", combinations: ["desk/main on reader:bm25"], mode: "exact" },
      a: { status: "passed", output: expect.stringContaining(line("otter")) },
      b: { status: "failed", output: expect.not.stringContaining("otter") },
    },
  ]);
  expect(result.gained).toEqual([]);
  expect(result.words[0]).toBe("B is worse: it loses 1 case.");
  expect(result.combinations).toMatchObject([
    { id: "desk/main on reader:bm25", verdict: "regressed", affected: 12, of: 12, lost: 1, mode: "exact" },
  ]);
});

test("a rule with a case that the base cannot pass is a gain, whichever side's corpus it came with", async () => {
  await using repository = await aDeskRepository({
    [core]: coreWith({ ibex: null }),
    [casesFile]: casesFor(["badger", "otter"]),
  });
  await repository.files.writeFile(core, coreWith());
  await repository.files.writeFile(casesFile, casesFor(["badger", "otter", "ibex"]));
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result).toMatchObject({ verdict: "improved", exitCode: 0, lost: [], gained: [{ case: "ibex" }] });
  expect(result.words[0]).toBe("B is better: it gains 1 case and loses none.");
  // With the old corpus nobody asks for it.
  const old = await compare(repository, await versionsOf(repository, { corpusRef: "HEAD" }));
  expect(old.result).toMatchObject({ verdict: "neutral", gained: [], corpus: { cases: 2 } });
  expect(old.result.hashes.corpus).not.toBe(result.hashes.corpus);
});

test("a rule in other words that the reader still finds is neutral", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(
    core,
    coreWith({ lynx: `- Come early. ${line("lynx").slice(2)} Nobody waits.` }),
  );
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result).toMatchObject({ verdict: "neutral", exitCode: 0, lost: [], harderToFind: [] });
  expect(result.affected).toEqual({ cases: 12, units: 12 });
});

test("text that is there but no longer found is harder to find; what the last word decides is lost at once", async () => {
  // Five passages with more of the question's words than the rule itself push it out of the answer.
  const decoys = Array.from(
    { length: 5 },
    (_, i) => `- Note ${i}: when does the stoat desk open, does the stoat desk open?`,
  );
  const noisy = `${coreWith()}${decoys.join("\n")}\n`;
  const last = `  - { id: last, input: "When does the stoat desk open?", assert: [{ type: "strata:last-contains", value: "${line("stoat").slice(2)}" }] }\n`;
  await using repository = await aDeskRepository({ [casesFile]: `${casesFor(["stoat"])}${last}` });
  await repository.files.writeFile(core, noisy);
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result.harderToFind.map((one) => one.case)).toEqual(["stoat"]);
  expect(result.lost.map((one) => one.case)).toEqual(["last"]);
  expect(result.verdict).toBe("regressed");
  // Alone, a warning is no loss.
  const alone = await compare(repository, await versionsOf(repository), {
    selection: { suite: "default", cases: ["stoat"] },
  });
  expect(alone.result).toMatchObject({ verdict: "neutral", exitCode: 0, harderToFind: [{ case: "stoat" }] });
});

test("an assertion on the assembly is lost at once", async () => {
  const present = `  - { id: kind, needs: assembly, assert: [{ type: "strata:layer-present", value: manner }] }\n`;
  await using repository = await aDeskRepository({ [casesFile]: `${casesFor(["yak"])}${present}` });
  await repository.files.writeFile(
    stackFile,
    files[stackFile]!.replace("source: { file: manner.md }", "empty: omit, source: { file: manner.md }"),
  );
  await repository.files.writeFile(manner, "---\nversion: 1.0.1\n---\n");
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result).toMatchObject({
    verdict: "regressed",
    lost: [{ case: "kind", a: { output: null } }],
    harderToFind: [],
  });
});

test("equal bytes are not run: an edit that no request holds compares nothing, and so do identical refs", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith().replace("1.0.0", "1.0.1"));
  const { result, rows } = await compare(repository, await versionsOf(repository));
  expect(result).toMatchObject({
    ...{ verdict: "neutral", exitCode: 0, identical: false, affected: { cases: 0, units: 0 } },
    corpus: { cases: 12, units: 12 },
  });
  expect(result.words).toEqual([
    "A and B are equal on this corpus: nothing that a case looks at differs, nothing was compared.",
  ]);
  expect(rows).toEqual([]);
  await repository.commit({}, "Nothing");
  const same = await versionsOf(repository, { a: { ref: "main" }, b: { ref: "HEAD" } });
  const again = await compare(repository, same);
  expect(again.result).toMatchObject({ identical: true, exitCode: 0 });
  expect(again.result.words[0]).toMatch(/^A and B are the same: main .*Nothing was compared\.$/);
});

test("only what a change reaches is compared, and the rest is counted", async () => {
  const other = files[stackFile]!.replace("id: desk", "id: till");
  await using repository = await aDeskRepository({
    "prompts/till/stack.yaml": other,
    "prompts/till/core.md": coreWith(),
    "prompts/till/manner.md": files[manner]!,
    "corpus/cases/till/cases.yaml": casesFor(["otter"])
      .replace("stack: desk", "stack: till")
      .replace("id: otter", "id: till-otter"),
  });
  await repository.files.writeFile(core, coreWith({ raven: null }));
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result).toMatchObject({ corpus: { cases: 13, units: 13 }, affected: { cases: 12, units: 12 } });
  expect(result.words).toContain("12 of 13 cases can be affected (12 of 13 results).");
});

test("a quarantined case is shown and decides nothing", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const { result } = await compare(repository, await versionsOf(repository), {
    quarantined: new Map([["otter", "is being rewritten"]]),
  });
  expect(result).toMatchObject({
    verdict: "neutral",
    exitCode: 0,
    lost: [{ case: "otter", quarantined: "is being rewritten" }],
  });
  expect(result.words).toContain("Quarantined, and no part of the verdict: otter.");
});

test("where nothing that can be affected is measured, nothing is told", async () => {
  await using repository = await aDeskRepository({
    [casesFile]: casesFor(["otter"], { otter: "needs: llm, policy: must-pass, " }),
  });
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const { result } = await compare(repository, await versionsOf(repository));
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3, mustPassUnmeasured: ["otter"] });
  expect(result.skipped).toEqual([{ reason: expect.stringContaining("needs a language model"), units: 1 }]);
});

test("the journal tells the sides apart", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const { folder } = await compare(repository, await versionsOf(repository));
  const lines = readFileSync(path.join(folder.dir, "trials.jsonl"), "utf8").trimEnd().split("\n");
  const rows = lines.map((text) => JSON.parse(text) as { case: string; side: string; status: string });
  expect(rows).toHaveLength(24);
  expect(
    rows
      .filter((row) => row.case === "otter")
      .map(({ side, status }) => [side, status])
      .toSorted(),
  ).toEqual([
    ["a", "passed"],
    ["b", "failed"],
  ]);
  const run = JSON.parse(readFileSync(path.join(folder.dir, "run.json"), "utf8")) as object;
  expect(run).toMatchObject({
    kind: "ab",
    suite: "default",
    a: { ref: "HEAD" },
    b: { ref: ".", commit: null },
  });
});
