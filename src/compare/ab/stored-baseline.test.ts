import { expect, test } from "vitest";
import type { GitFixture } from "../../load/testing-git.ts";
import { isUserError } from "../../util/index.ts";
import { cachedRules } from "../rules.ts";
import {
  aDeskModel,
  aDeskRepository,
  animals,
  casesFile,
  casesFor,
  compare,
  core,
  coreWith,
  files,
  versionsOf,
} from "./testing.ts";

const six = Object.fromEntries(animals.slice(0, 6).map((animal) => [animal, null]));

/** A comparison of HEAD with a core that lost one line, ten runs a side, whose folder can be a baseline. */
async function aStoredRun(repository: GitFixture): Promise<string> {
  await repository.files.writeFile(core, coreWith({ yak: null }));
  const { connect } = aDeskModel();
  const { folder } = await compare(repository, await versionsOf(repository), {
    ...{ suite: "live", rules: { looks: [10] }, deps: { connect } },
  });
  return folder.dir;
}

async function against(
  repository: GitFixture,
  baseline: string,
  {
    model = aDeskModel(),
    ...choice
  }: Parameters<typeof compare>[2] & { model?: ReturnType<typeof aDeskModel> } = {},
) {
  const run = await compare(repository, await versionsOf(repository), {
    ...{ suite: "live", baseline, ...choice },
    rules: { ...cachedRules, ...choice.rules },
    deps: { connect: model.connect, ...choice.deps },
  });
  const isA = ({ system }: { system: string }) => system.includes("badger");
  return { ...run, askedOfA: model.asked.filter(isA), askedOfB: model.asked.filter((one) => !isA(one)) };
}

test("A's stored runs stand in for fresh ones; a tenth of it is run again before B is asked", async () => {
  await using repository = await aDeskRepository();
  const baseline = await aStoredRun(repository);
  await repository.files.writeFile(core, coreWith(six));
  const model = aDeskModel();
  const { result, askedOfA, askedOfB } = await against(repository, baseline, { model });
  expect(result).toMatchObject({
    ...{ verdict: "regressed", exitCode: 1, sampled: { look: 3 } },
    baseline: { run: expect.stringContaining("2026-03-30"), rechecked: 1, dropped: false },
  });
  // One case of twelve three times again, and ten fresh runs of the six that lost.
  expect(askedOfA).toHaveLength(3 + 60);
  expect(askedOfB).toHaveLength(36 + 60);
  expect(model.asked.slice(0, 3)).toEqual(askedOfA.slice(0, 3));
  expect(result.units.looks.every(({ a, b }) => a.length === 10 && b.length === 3)).toBe(true);
  expect(result.words.join(" ")).toContain("1 result of it, run again, did as then.");
  // Which run it rests on is part of what is compared.
  const plain = await compare(repository, await versionsOf(repository), {
    ...{ suite: "live", deps: { connect: aDeskModel().connect } },
  });
  expect(plain.result.hashes.config).not.toBe(result.hashes.config);
});

test("a baseline that no longer holds is dropped, and A is run beside B", async () => {
  await using repository = await aDeskRepository();
  const baseline = await aStoredRun(repository);
  await repository.files.writeFile(core, coreWith(six));
  const model = aDeskModel(() => "I have forgotten everything.");
  const { result, askedOfA, askedOfB } = await against(repository, baseline, { model });
  // By the stored runs B would have lost all twelve cases.
  expect(result).toMatchObject({
    ...{ verdict: "inconclusive", lost: [], baseline: { rechecked: 1, dropped: true } },
    rules: { cachedBaseline: false },
  });
  expect(result.findings.map(({ kind }) => kind)).toContain("baseline-drifted");
  expect(askedOfA).toHaveLength(askedOfB.length);
  expect(result.units.looks.every(({ a }) => a.every((outcome) => outcome === 0))).toBe(true);
});

test("every broken guard is a line of its own, and nothing is asked", async () => {
  await using repository = await aDeskRepository();
  const baseline = await aStoredRun(repository);
  const model = aDeskModel();
  const kinds = async (choice: Parameters<typeof compare>[2] = {}, dir = baseline) => {
    try {
      await against(repository, dir, { model, ...choice });
    } catch (error) {
      if (isUserError(error)) return [error.exitCode, ...error.findings.map(({ kind }) => kind)];
      throw error;
    }
    return [];
  };
  // The same comparison again is answered by the store, whose answers are older than it.
  const again = await aStoredRun(repository);
  await repository.files.writeFile(core, coreWith(six));
  expect(await kinds({}, again)).toEqual([3, "baseline-lacks"]);
  const later = { now: new Date("2026-04-07T12:00:01Z") };
  expect(await kinds({ deps: later })).toEqual([3, "baseline-old"]);
  expect(await kinds({ rules: { looks: [1, 3] } })).toEqual([3, "baseline-look"]);
  expect(await kinds({}, repository.path)).toEqual([2, "baseline-none"]);
  await repository.files.writeFile(casesFile, casesFor(animals, { yak: "policy: must-pass, " }));
  expect(await kinds()).toEqual([3, "baseline-differs"]);
  await repository.files.writeFile(casesFile, casesFor(animals.slice(0, 9)));
  expect(await kinds()).toEqual([3, "baseline-differs", "baseline-differs", "baseline-few"]);
  await repository.files.writeFile(casesFile, casesFor());
  const alias = files["prompts/models.yaml"].replace("pinned: true", "pinned: false");
  await repository.files.writeFile("prompts/models.yaml", alias);
  expect(await kinds()).toEqual([3, "baseline-alias"]);
  await repository.files.writeFile("prompts/models.yaml", files["prompts/models.yaml"]);
  // Another A: its prompts are of no side of the stored run, and no run of it is kept.
  await repository.commit({ [core]: coreWith({ zebra: null }) });
  await repository.files.writeFile(core, coreWith(six));
  expect(await kinds({ deps: later })).toEqual([3, "baseline-differs", "baseline-lacks", "baseline-old"]);
  expect(model.asked).toEqual([]);
});
