import { describe, expect, test } from "vitest";
import { aRepository, edited, refusal, strata } from "./testing.ts";
import { aGitRepository } from "./testing-git.ts";

const models = "prompts/models.yaml";
const core = "prompts/mini/core.md";
const haiku = "anthropic:claude-haiku-4-5-20251001";
const priced = {
  [models]: edited(
    models,
    "    window: 200000\n",
    "    window: 200000\n    prices: { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 }\n    cacheMinimum: 10\n",
  ),
};
const one = ["cost", "--profile", "main", "--model", haiku];

interface Costed {
  model: string;
  tokens: { total: number; tools: number; tiers: Record<string, number> };
  layers: { layer: string | null; tokens: number; changes: string; usdPer1000Sessions: number | null }[];
  session: Record<"asIs" | "stable", { usd: number | null; usage: Record<string, number> }>;
  against?: Costed;
  lines?: { file: string | null; line: number | null; text: string; usdPer1000Sessions: number | null }[];
}

async function json(cwd: string, ...argv: string[]): Promise<Costed[]> {
  const { code, stdout } = await strata(cwd, [...argv, "--json"]);
  expect(code).toBe(0);
  const document = JSON.parse(stdout) as { schema: number; combinations: Costed[] };
  expect(document.schema).toBe(1);
  return document.combinations;
}

test("one combination: layers, tiers and sessions, and what the amounts rest on", async () => {
  await using repository = await aRepository(priced);
  const { code, stdout, stderr } = await strata(repository.path, [...one, "--turns", "5"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^memory +session +\d+ +\$\d+\.\d+ +changes sometimes$/m);
  expect(stdout).toMatch(/^as it is +\$/m);
  expect(stdout).toContain(
    "1,000 sessions of 5 turns: 200 tokens from the user and 400 from the model each, 30 s apart",
  );
  expect(stdout).toContain("an estimate");
});

test("the sum is what the vendor bills: checked against the tokens it tells", async () => {
  await using repository = await aRepository(priced);
  const [cost] = await json(
    repository.path,
    ...one,
    "--turns",
    "2",
    "--changes",
    "0",
    "--user-tokens",
    "100",
    "--answer-tokens",
    "50",
  );
  const { total } = cost!.tokens;
  // The first request is written as a whole; the second reads it and writes 150 tokens more.
  const { usage, usd } = cost!.session.asIs;
  expect(usage).toMatchObject({
    input: 0,
    cacheWrite: total + 100 + 150,
    cacheRead: total + 100,
    output: 100,
  });
  expect(usd).toBeCloseTo((1.25 * (total + 250) + 0.1 * (total + 100) + 5 * 100) / 1e6, 12);
  expect(cost!.layers.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total);
  const tiers = Object.values(cost!.tokens.tiers).reduce((sum, tokens) => sum + tokens, 0);
  expect(tiers + cost!.tokens.tools).toBe(total);
});

test("a memory that is read every turn costs more than one that never changes", async () => {
  await using repository = await aRepository(priced);
  const [cost] = await json(repository.path, ...one);
  expect(cost!.layers.find(({ layer }) => layer === "memory")!.changes).toBe("sometimes");
  expect(cost!.session.asIs.usd!).toBeGreaterThan(cost!.session.stable.usd!);
  const [never] = await json(repository.path, ...one, "--changes", "0");
  expect(never!.session.asIs).toEqual(never!.session.stable);
});

test("a model without prices has no amount, and the page says why", async () => {
  await using repository = await aRepository(priced);
  const all = await json(repository.path, "cost");
  const known = all.filter(({ session }) => session.asIs.usd !== null).map(({ model }) => model);
  expect([all.length, new Set(known)]).toEqual([6, new Set([haiku])]);
  const { stdout } = await strata(repository.path, ["cost"]);
  expect(stdout).toMatch(/reader:bm25 +\d+ +n\/a +n\/a$/m);
  expect(stdout).toContain("n/a: prompts/models.yaml has no prices");
  expect(stdout).not.toContain("$0.00");
});

test("--lines: the dearest lines with the place they are written at", async () => {
  await using repository = await aRepository(priced);
  const [cost] = await json(repository.path, ...one, "--lines", "3");
  expect(cost!.lines).toHaveLength(3);
  const amounts = cost!.lines!.map(({ usdPer1000Sessions }) => usdPer1000Sessions!);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  const { stdout } = await strata(repository.path, [...one, "--lines"]);
  expect(stdout).toMatch(/prompts\/mini\/core\.md:4 +You keep the till\./);
});

describe("--against", () => {
  const longer = edited(
    core,
    "never estimate.",
    "never estimate. Count twice, and say both sums aloud before you close.",
  );

  test("a ref: what an edit adds, at today's prices and in today's world", async () => {
    await using repository = await aGitRepository(priced);
    const [before] = await json(repository.path, ...one);
    await repository.files.writeFile(core, longer);
    const [cost] = await json(repository.path, ...one, "--against", "HEAD");
    expect(cost!.against!.session).toEqual(before!.session);
    expect(cost!.session.asIs.usd!).toBeGreaterThan(before!.session.asIs.usd!);
    const { stdout } = await strata(repository.path, [...one, "--against", "HEAD"]);
    expect(stdout).toMatch(/^what is saved \(-\) or added \(\+\) +\+\$/m);
  });

  test("a variant: a profile of another that lacks a layer costs less", async () => {
    await using repository = await aRepository(priced);
    const review = ["cost", "--profile", "review", "--model", haiku];
    const [cost] = await json(repository.path, ...review, "--against", "@brief");
    expect(cost!.against!.tokens.total).toBeLessThan(cost!.tokens.total);
    expect(cost!.against!.session.asIs.usd!).toBeLessThan(cost!.session.asIs.usd!);
  });

  test("itself, or what is not there, is the user's to mend", async () => {
    await using repository = await aRepository(priced);
    const codes = [".", "@gone"].map(
      async (side) => (await refusal(repository.path, [...one, "--against", side])).code,
    );
    expect(await Promise.all(codes)).toEqual(["nothing-against", "nothing-against"]);
  });
});

test("a number that is none, and a session without turns, are refused", async () => {
  await using repository = await aRepository();
  for (const argv of [
    ["--turns", "0"],
    ["--turns", "many"],
    ["--seconds", "-1"],
  ])
    expect((await refusal(repository.path, ["cost", ...argv])).code).toBe("usage");
});
