import { describe, expect, test } from "vitest";
import { aRepository, edited, lineOf, refusal, strata } from "./testing.ts";

const stackFile = "prompts/mini/stack.yaml";
const core = "prompts/mini/core.md";
const one = ["cache", "--profile", "main", "--model", "reader:bm25"];

// A core that says what time it is.
const seeded = {
  [stackFile]: edited(
    stackFile,
    "  - id: core\n    tier: core\n",
    "  - id: core\n    tier: core\n    vars: [clock]\n",
  ),
  [core]: "---\nversion: 1.0.0\n---\nIt is {{clock}}.\n",
};

interface Document {
  schema: number;
  combinations: {
    profile: string;
    model: string;
    prefixBytes: number;
    pairs: { world: string; relation: string; shared: number; break: { layer: string } | null }[];
  }[];
  shared: { among: string[] }[];
  findings: { kind: string }[];
}

async function json(cwd: string, ...argv: string[]): Promise<{ code: number; document: Document }> {
  const { code, stdout } = await strata(cwd, ["cache", "--json", ...argv]);
  return { code, document: JSON.parse(stdout) as Document };
}

test("a repository whose tiers hold what they promise ends with 0 and says where prefixes break", async () => {
  await using repository = await aRepository();
  const { code, stdout, stderr } = await strata(repository.path, one);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^mini@default main, for reader:bm25, in desk: a cached prefix of \d+ bytes, \d+ tokens\n/,
  );
  expect(stdout).toMatch(/^the next turn +memory written .*read every turn: memory$/m);
  expect(stdout).toMatch(/^a new session +a second later .*equal$/m);
});

test("a tier that promises more than it holds is an error at the layer's line, with its byte, and ends with 1", async () => {
  await using repository = await aRepository(seeded);
  const { code, stdout, stderr } = await strata(repository.path, one);
  expect(code).toBe(1);
  expect(stderr.split("\n")).toHaveLength(2);
  // "It is 2026-03-30T14:30:0" is equal a second later.
  expect(stderr).toMatch(
    new RegExp(
      `^error  ${stackFile}:${lineOf(seeded[stackFile]!, "vars: [clock]") - 2}  .*"core".*a second later.*byte 24 of the system text`,
    ),
  );
  expect(stdout).toMatch(/a second later +24 +core +24 +24 .*broken: core$/m);
});

describe("--json", () => {
  test("is one document of every combination, and the findings stand in it", async () => {
    await using repository = await aRepository(seeded);
    const { code, document } = await json(repository.path);
    expect([code, document.schema, document.findings.map(({ kind }) => kind)]).toEqual([
      1,
      1,
      ["promise-broken"],
    ]);
    // Two profiles, three models.
    expect(document.combinations).toHaveLength(6);
    expect(document.shared.map(({ among }) => among.length)).toEqual([2, 2, 2, 3, 3]);
    const second = document.combinations[0]!.pairs.find(
      ({ world, relation }) => world === "second" && relation === "session",
    );
    expect(second).toMatchObject({ shared: 24, break: { layer: "core", byte: 24, layerByte: 24 } });
  });

  test("has what the filters select", async () => {
    await using repository = await aRepository();
    const { code, document } = await json(
      repository.path,
      "--profile",
      "review",
      "--model",
      "reader:bm25",
      "--scenario",
      "bare",
    );
    expect([code, document.combinations.map(({ profile, model }) => `${profile} ${model}`)]).toEqual([
      0,
      ["review reader:bm25"],
    ]);
  });
});

test("several combinations are one line each, and what they share follows", async () => {
  await using repository = await aRepository();
  const { stdout } = await strata(repository.path, ["cache"]);
  const [table, shared] = stdout.split("\n\n");
  expect(table!.split("\n")).toHaveLength(1 + 6);
  expect(shared).toMatch(
    /^mini@default, 2 profiles: \d+ of \d+ bytes shared, \d+ tokens; .*their tools differ/,
  );
});

test("values that a scenario says are different later must be a stack's inputs", async () => {
  const file = "corpus/scenarios/desk/scenario.yaml";
  const text = edited(file, "values:\n", "later:\n  skils: none\nvalues:\n");
  await using repository = await aRepository({ [file]: text });
  // A command that needs no other scenario reads only what it needs; eval looks at all.
  const { code, complaints } = await refusal(repository.path, ["cache", "--scenario", "desk"]);
  expect(code).toBe("unknown-input");
  expect(complaints[0]).toMatchObject({
    place: `${file}:${lineOf(text, "skils")}`,
    message: expect.stringContaining("skills"),
  });
});

test("an unknown name is the user's to mend", async () => {
  await using repository = await aRepository();
  expect((await refusal(repository.path, ["cache", "--stack", "mimi"])).code).toBe("unknown-stack");
});
