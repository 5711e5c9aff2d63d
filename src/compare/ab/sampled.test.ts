import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatModel } from "../../model/index.ts";
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

const six = Object.fromEntries(animals.slice(0, 6).map((animal) => [animal, null]));

test("a loss that is shown stops at the first look, and the lost cases are confirmed on fresh runs", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith(six));
  const { connect, asked } = aDeskModel();
  const { result } = await compare(repository, await versionsOf(repository), {
    suite: "live",
    deps: { connect },
  });
  // Six lost of twelve and none won: mid-p is 2^-7 = 0.0078, below 0.00793.
  expect(result).toMatchObject({ verdict: "regressed", exitCode: 1, sampled: { look: 1, stop: "decided" } });
  // One round of 12 cases, then ten fresh runs of six cases, both sides.
  expect(asked).toHaveLength(24 + 120);
  expect(result.cost).toMatchObject({ calls: 144, runsSaved: 9 * 24 });
  // $1 a million tokens in, $5 out; 10 of each a call.
  expect(result.cost.usd).toBeCloseTo((144 * 60) / 1e6, 9);
  expect(result.lost.map((one) => one.case).toSorted()).toEqual(animals.slice(0, 6).toSorted());
  expect(result.lost[0]).toMatchObject({
    ...{ mode: "sampled", runs: { passesA: 10, runsA: 10, passesB: 0, runsB: 10 } },
    ...{ a: { status: "passed" }, b: { status: "failed", output: "I do not know." } },
  });
  expect(result.combinations).toMatchObject([
    { mode: "sampled", verdict: "regressed", lost: 6, affected: 12 },
  ]);
  expect(result.combinations[0]!.scope).toMatchObject({ diff: -0.5 });
});

test("A and B of a case are asked next to each other, in an order that the seed decides", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith(six));
  const { connect, asked } = aDeskModel();
  await compare(repository, await versionsOf(repository), { suite: "live", deps: { connect } });
  const first = asked.slice(0, 24).map(({ system, messages }) => ({
    animal: animals.find((one) => messages[0]!.content.includes(one)),
    side: system.includes("badger") ? "a" : "b",
  }));
  const pairs = Array.from({ length: 12 }, (_, i) => first.slice(2 * i, 2 * i + 2));
  for (const [one, other] of pairs) {
    expect(one!.animal).toBe(other!.animal);
    expect(one!.side).not.toBe(other!.side);
  }
  expect(new Set(pairs.map(([one]) => one!.side))).toEqual(new Set(["a", "b"]));
  expect(pairs.map(([one]) => one!.animal)).not.toEqual(animals);
});

test("with fewer than ten affected cases each is run ten times a side", async () => {
  await using repository = await aDeskRepository({ [casesFile]: casesFor(["otter", "lynx"]) });
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const { connect, asked } = aDeskModel();
  const { result } = await compare(repository, await versionsOf(repository), {
    suite: "live",
    deps: { connect },
  });
  expect(asked).toHaveLength(40);
  expect(result).toMatchObject({
    verdict: "regressed",
    sampled: { stop: "few-cases", look: 0 },
    exitCode: 1,
  });
  expect(result.lost.map((one) => one.case)).toEqual(["otter"]);
  await repository.files.writeFile(core, coreWith({ yak: null }));
  const fine = await compare(repository, await versionsOf(repository), { suite: "live", deps: { connect } });
  expect(fine.result).toMatchObject({ verdict: "neutral", exitCode: 0, lost: [] });
  expect(fine.result.smallestDrop).toBeGreaterThan(0.3);
});

test("an earlier comparison is not paid again, but a day's answers of A alone do not stand beside fresh ones of B", async () => {
  await using repository = await aDeskRepository({ [casesFile]: casesFor(["otter", "lynx"]) });
  const { connect, asked } = aDeskModel();
  const again = async (text: string, deps = {}) => {
    asked.length = 0;
    await repository.files.writeFile(core, text);
    const versions = await versionsOf(repository);
    const { result } = await compare(repository, versions, { suite: "live", deps: { connect, ...deps } });
    return { verdict: result.verdict, calls: asked.length };
  };
  expect(await again(coreWith({ otter: null }))).toEqual({ verdict: "regressed", calls: 40 });
  expect(await again(coreWith({ otter: null }))).toEqual({ verdict: "regressed", calls: 0 });
  // A is the same and its answers are stored; they are asked for again with the new B's.
  expect(await again(coreWith({ lynx: null }))).toEqual({ verdict: "regressed", calls: 40 });
  expect(await again(coreWith({ lynx: null }), { mode: "live" })).toEqual({
    verdict: "regressed",
    calls: 40,
  });
});

test("an interrupted comparison goes on where it was", async () => {
  await using repository = await aDeskRepository({ [casesFile]: casesFor(["otter", "lynx"]) });
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const versions = await versionsOf(repository);
  const stop = new AbortController();
  const first = aDeskModel((request, animal) => {
    if (first.asked.length === 15) stop.abort();
    return readOut(request, animal);
  });
  const cut = await compare(repository, versions, {
    suite: "live",
    deps: { connect: first.connect, signal: stop.signal },
  });
  expect(cut.result).toMatchObject({ exitCode: 130, stopped: "interrupted" });
  expect(first.asked.length).toBeLessThan(40);
  const second = aDeskModel();
  const whole = await compare(repository, versions, { suite: "live", deps: { connect: second.connect } });
  expect(whole.folder.id).toBe(cut.folder.id);
  expect(first.asked.length + second.asked.length).toBe(40);
  expect(whole.result).toMatchObject({ verdict: "regressed", exitCode: 1, stopped: null });
  expect(whole.result.findings.map(({ kind }) => kind)).toContain("continued");
  // Another change is another comparison.
  await repository.files.writeFile(core, coreWith({ lynx: null }));
  const other = await compare(repository, await versionsOf(repository), {
    suite: "live",
    deps: { connect: second.connect },
  });
  expect(other.folder.id).not.toBe(cut.folder.id);
});

test("a limit in the middle of a look decides nothing, and the same command with a higher one goes on", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const versions = await versionsOf(repository);
  const { connect, asked } = aDeskModel();
  const cut = await compare(repository, versions, { suite: "live", deps: { connect, maxCalls: 30 } });
  expect(asked).toHaveLength(30);
  expect(cut.result).toMatchObject({ verdict: "inconclusive", exitCode: 3, stopped: "--max-calls" });
  expect(cut.result.sampled).toMatchObject({ look: 1, stop: "stopped" });
  expect(cut.rows).toHaveLength(30);
  const whole = await compare(repository, versions, { suite: "live", deps: { connect } });
  expect(whole.folder.id).toBe(cut.folder.id);
  expect(whole.result.stopped).toBeNull();
  // Three rounds of twelve cases, after which the repeats are seen to be copies, and ten fresh runs of the one that
  // lost; both sides, and none of them twice.
  expect(whole.result.sampled).toMatchObject({ look: 3, stop: "copies" });
  expect(asked).toHaveLength(72 + 20);
  expect(whole.result.lost.map((one) => one.case)).toEqual(["otter"]);
});

test("where no run is measured nothing can be told", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith(six));
  const broken: ChatModel = {
    id: haiku,
    answer: async () => ({ kind: "unmeasured", reason: "bad key", cause: "provider" }),
  };
  const { result } = await compare(repository, await versionsOf(repository), {
    suite: "live",
    deps: { connect: () => broken },
  });
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3, lost: [] });
  expect(result.unmeasured).toEqual({ a: 12, b: 12, attemptsA: 12, attemptsB: 12 });
  expect(result.sampled).toMatchObject({ reasons: ["nothing-measured"] });
});

test("recordings of one answer a side are judged exactly", async () => {
  await using repository = await aDeskRepository();
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const versions = await versionsOf(repository);
  const recordings = path.join(repository.path, "recorded");
  const { connect, asked } = aDeskModel();
  // One call for each case and side: the first look.
  await compare(repository, versions, {
    suite: "live",
    deps: { connect, recordings, mode: "record", maxCalls: 24 },
  });
  expect(asked).toHaveLength(24);
  const { result } = await compare(repository, versions, {
    suite: "live",
    deps: { connect, recordings, mode: "replay", fresh: true },
  });
  expect(asked).toHaveLength(24);
  expect(result).toMatchObject({ verdict: "regressed", exitCode: 1, sampled: null });
  expect(result.lost).toMatchObject([{ case: "otter", mode: "exact", b: { output: "I do not know." } }]);
});

test("a version compared with itself asks for answers of its own on both sides, each time anew", async () => {
  await using repository = await aDeskRepository({ [casesFile]: casesFor(["otter", "lynx"]) });
  const versions = await versionsOf(repository, { b: { ref: "HEAD" } });
  const { connect, asked } = aDeskModel();
  const check = async (selfCheck: number) => {
    const { result } = await compare(repository, versions, { suite: "live", selfCheck, deps: { connect } });
    return { verdict: result.verdict, identical: result.identical, calls: asked.length };
  };
  expect(await check(0)).toEqual({ verdict: "neutral", identical: false, calls: 40 });
  expect(await check(1)).toEqual({ verdict: "neutral", identical: false, calls: 80 });
});

test("property: wherever it is interrupted, going on ends as if it had not been, and asks nothing twice", async () => {
  await using repository = await aDeskRepository({ [casesFile]: casesFor(["otter", "lynx"]) });
  await repository.files.writeFile(core, coreWith({ otter: null }));
  const versions = await versionsOf(repository);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 39 }), { minLength: 1, maxLength: 3 }),
      async (cuts) => {
        for (const folder of ["reports", ".strata"]) await repository.files.rm(folder).catch(() => {});
        let asked = 0;
        for (const cut of [...cuts, Infinity]) {
          const stop = new AbortController();
          const model = aDeskModel((request, animal) => {
            if (++asked === cut) stop.abort();
            return readOut(request, animal);
          });
          const deps = { connect: model.connect, signal: stop.signal };
          const { result, rows } = await compare(repository, versions, { suite: "live", deps });
          if (stop.signal.aborted) continue;
          expect(result).toMatchObject({ verdict: "regressed", exitCode: 1, lost: [{ case: "otter" }] });
          expect(rows).toHaveLength(40);
          break;
        }
        expect(asked).toBe(40);
      },
    ),
    { numRuns: 12 },
  );
});
