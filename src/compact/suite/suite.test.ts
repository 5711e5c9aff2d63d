import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { diskTree, loadProject, type Project } from "../../load/index.ts";
import { UserError } from "../../util/index.ts";
import { gateSurvival } from "./gate-survival.ts";
import { planSurvival } from "./plan-survival.ts";
import { runSurvival } from "./run-survival.ts";
import type { SurvivalRun, SurvivalSelection } from "./types.ts";

// The corpus of this repository: what is said of its sessions holds whatever its stacks are called.

const root = path.join(import.meta.dirname, "../../..");
let project: Project;
let stack: string;
beforeAll(() => {
  const loaded = loadProject(diskTree(root), root);
  const errors = loaded.findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  project = loaded.project;
  stack = [...project.stacks.keys()][0]!;
});

const run = (selection: SurvivalSelection) => runSurvival(planSurvival(project, selection));
const factsOf = (runs: readonly SurvivalRun[]) =>
  runs.flatMap(({ boundaries }) => boundaries.flatMap(({ facts }) => facts));

describe("the corpus", () => {
  test("has sessions of realistic length with facts of every source, and planted instructions", () => {
    const { sessions } = project;
    expect(sessions.length).toBeGreaterThanOrEqual(6);
    expect(sessions.every(({ messages }) => messages.length >= 40)).toBe(true);
    expect(sessions.filter(({ messages }) => messages.length >= 120).length).toBeGreaterThanOrEqual(2);
    const facts = sessions.flatMap((session) => session.facts);
    for (const source of ["memory", "user", "assistant", "tool"])
      expect(facts.filter((fact) => fact.source === source).length).toBeGreaterThanOrEqual(5);
    expect(facts.filter(({ decoys }) => decoys.length > 0).length).toBeGreaterThanOrEqual(15);
    expect(facts.some(({ supersedes }) => supersedes !== undefined)).toBe(true);
    expect(sessions.some(({ injections }) => injections.length >= 3)).toBe(true);
    expect(
      sessions.some(({ messages }) => messages.some(({ content }) => /\p{Script=Cyrillic}/u.test(content))),
    ).toBe(true);
  });

  test("says no fact a second time in what its own decoys are", () => {
    for (const { facts } of project.sessions)
      for (const { value, decoys } of facts) for (const decoy of decoys) expect(value).not.toContain(decoy);
  });
});

describe("controls", () => {
  test.each(["noop", "oracle"] as const)("%s keeps every fact at every boundary", async (strategy) => {
    const facts = factsOf(await run({ stacks: [stack], strategies: [strategy], plain: true }));
    expect(facts.length).toBeGreaterThan(200);
    expect(facts.filter(({ survived }) => survived === false)).toEqual([]);
  });
});

test("strategies of a vendor's server are not observable, and everything else is", async () => {
  const sessions = [project.sessions[0]!.id];
  const runs = await run({ stacks: [stack], sessions, plain: true });
  const opaque = runs.filter(({ strategy }) => /^(anthropic|openai)-/.test(strategy));
  expect(opaque.length).toBeGreaterThan(0);
  expect(
    factsOf(opaque).every(({ verdict, survived }) => verdict === "not_observable" && survived === null),
  ).toBe(true);
  const others = factsOf(runs.filter((one) => !opaque.includes(one)));
  expect(others.every(({ verdict }) => verdict !== "not_observable")).toBe(true);
});

test("a sliding window loses what was said first, and that fails nothing where it is only compared", async () => {
  const runs = await run({ stacks: [stack], strategies: ["sliding-window"], plain: true, generations: [1] });
  const facts = factsOf(runs);
  expect(
    facts.some(({ source, depth, verdict }) => source === "user" && depth === 0 && verdict === "lost"),
  ).toBe(true);
  expect(facts.filter(({ source }) => source === "memory").every(({ survived }) => survived === true)).toBe(
    true,
  );
  expect(gateSurvival(runs)).toEqual([]);
});

test("own strategies lose what was said in passing; that is told and fails nothing, and what gates is kept", async () => {
  const runs = await run({ ownOnly: true, plain: true, generations: [5] });
  const lost = factsOf(runs).filter(({ survived }) => survived === false);
  const users = lost.filter(({ source }) => source === "user");
  expect(new Set(users.map(({ fact }) => fact)).size).toBeGreaterThanOrEqual(2);
  expect(users.filter(({ severity, kind }) => severity === "high" || kind === "prohibition")).toEqual([]);
  expect(gateSurvival(runs, false).filter(({ severity }) => severity === "error")).toEqual([]);
});

test("the same plan gives the same verdicts", async () => {
  const selection = { stacks: [stack], sessions: [project.sessions[0]!.id], ownOnly: true };
  expect(await run(selection)).toEqual(await run(selection));
});

test("an interrupt ends the run with what was done", async () => {
  const planned = planSurvival(project, { stacks: [stack], plain: true, ownOnly: true });
  const controller = new AbortController();
  const runs = await runSurvival(planned, {
    signal: controller.signal,
    onProgress: (done) => void (done === 2 && controller.abort()),
  });
  expect(runs).toHaveLength(2);
});

test("what a session is compacted in is every generation, by hand, and with an edit before and in a turn", () => {
  const planned = planSurvival(project, {
    stacks: [stack],
    sessions: [project.sessions[0]!.id],
    ownOnly: true,
  });
  const ways = planned
    .filter(({ combination }) => combination.profile.id === planned[0]!.combination.profile.id)
    .map(({ trigger, generations, edit }) => `${trigger} ${generations} ${edit}`);
  expect(ways).toEqual([
    ...["auto 1 none", "auto 2 none", "auto 5 none", "manual 2 none", "auto 2 before", "auto 2 mid-turn"],
  ]);
});

test("an edit of the memory is told from then on, and the old text is not", async () => {
  const runs = await run({ stacks: [stack], ownOnly: true, generations: [2] });
  const edited = runs.filter(({ edit, known }) => edit === "mid-turn" && known === null);
  expect(edited.length).toBe(project.sessions.length);
  for (const { session, boundaries } of edited) {
    const { edit } = project.sessions.find(({ id }) => id === session)!;
    const facts = boundaries.at(-1)!.facts.filter(({ fact }) => fact in edit!.facts);
    expect(facts.length).toBeGreaterThan(0);
    for (const { fact, verdict, span } of facts) {
      expect([verdict, span]).toEqual(["kept_exact", expect.stringContaining(edit!.facts[fact]!)]);
    }
  }
});
