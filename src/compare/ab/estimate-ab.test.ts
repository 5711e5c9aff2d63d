import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { GitFixture } from "../../load/testing-git.ts";
import { defaultRules } from "../rules.ts";
import { estimateAb } from "./estimate-ab.ts";
import {
  aDeskModel,
  aDeskRepository,
  animals,
  casesFile,
  casesFor,
  compare,
  core,
  coreWith,
  haiku,
  readOut,
  versionsOf,
} from "./testing.ts";

async function estimate(repository: GitFixture, suite = "live") {
  return estimateAb(
    await versionsOf(repository),
    { selection: { suite }, rules: defaultRules },
    {
      ...{ root: repository.path, versions: { strata: "0" } },
      ...{ now: new Date("2026-03-30T12:00:00Z"), random: () => 0 },
    },
  );
}

test("says the calls of each look and at most, as the comparison then makes them, and writes nothing", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const before = await estimate(repository);
  expect(existsSync(path.join(repository.path, "reports"))).toBe(false);
  expect(before).toMatchObject({
    ...{ affected: { cases: 12, units: 12 }, exact: { units: 0 }, sampled: { units: 12 } },
    // Twelve cases on both sides; all looks are 240 calls, and ten cases can be confirmed by twenty each.
    looks: [
      { runs: 1, calls: 24 },
      { runs: 3, calls: 72 },
      { runs: 5, calls: 120 },
      { runs: 10, calls: 240 },
    ],
    atMost: { calls: 440, cost: { unknown: 0 } },
    models: [{ model: haiku, calls: 440 }],
    // 443 pairs of 12 cases, of which ten looks give 120: 45 cases are enough, 33 more.
    plan: { few: false, flip: 0.1, earlier: null, repeats: 37, moreCases: 33 },
  });
  const { connect, asked } = aDeskModel();
  const versions = await versionsOf(repository);
  await compare(repository, versions, { suite: "live", deps: { connect } });
  // It stopped at the third round, and the one case that lost was confirmed; that much is stored now.
  expect(asked).toHaveLength(72 + 20);
  const after = await estimate(repository);
  expect(after.looks.map(({ calls }) => calls)).toEqual([0, 0, 48, 168]);
  // Today's answers of A are of no use for another B.
  await repository.files.writeFile(core, coreWith({ lynx: null }));
  expect((await estimate(repository)).looks[0]).toMatchObject({ calls: 24 });
});

test("takes the flip rate from earlier runs of these cases", async () => {
  await using repository = await aDeskRepository({ [casesFile]: casesFor(animals.slice(0, 10)) });
  await repository.files.writeFile(core, coreWith({ otter: null }));
  let asked = 0;
  const { connect } = aDeskModel((request, animal) =>
    animal === "heron" && asked++ % 2 === 0 ? "Not today." : readOut(request, animal),
  );
  const { result } = await compare(repository, await versionsOf(repository), {
    suite: "live",
    deps: { connect },
  });
  const own = [...result.units.looks, ...result.units.confirmation];
  const rates = (["a", "b"] as const).flatMap((side) =>
    animals.slice(0, 10).map((id) => {
      const runs = own.filter((unit) => unit.case === id).flatMap((unit) => unit[side]);
      const passes = runs.filter((outcome) => outcome === 1).length;
      return (2 * passes * (runs.length - passes)) / (runs.length * (runs.length - 1));
    }),
  );
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  expect(mean).toBeGreaterThan(0);
  const { plan } = await estimate(repository);
  expect(plan!.earlier!.rate).toBeCloseTo(mean, 12);
  expect(plan!.earlier!.units).toBe(20);
  // Answers from the store are copies of these runs, and change nothing.
  await compare(repository, await versionsOf(repository), { suite: "live", deps: { connect } });
  expect((await estimate(repository)).plan!.earlier).toEqual(plan!.earlier);
});

test("few cases are all run ten times a side; deterministic answers and equal versions take no call", async () => {
  await using repository = await aDeskRepository({ [casesFile]: casesFor(["otter", "lynx"]) });
  const equal = await estimate(repository);
  expect(equal).toMatchObject({ affected: { units: 0 }, atMost: { calls: 0 }, looks: [], plan: null });
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const few = await estimate(repository);
  expect(few).toMatchObject({ looks: [], atMost: { calls: 40 }, plan: { few: true } });
  expect(await estimate(repository, "default")).toMatchObject({
    ...{ exact: { cases: 2 }, sampled: { units: 0 }, models: [], plan: null },
  });
});

test("cases of one cluster are one source for what is said about new cases", async () => {
  const shared = Object.fromEntries(animals.slice(0, 3).map((animal) => [animal, "cluster: brook, "]));
  await using repository = await aDeskRepository({ [casesFile]: casesFor(animals, shared) });
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const { connect } = aDeskModel();
  const { result } = await compare(repository, await versionsOf(repository), {
    suite: "live",
    deps: { connect },
  });
  // Twelve cases, of which three are of one source.
  expect(result.sampled!.carriesOver!.clusters).toBe(10);
});
