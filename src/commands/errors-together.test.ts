import { expect, test } from "vitest";
import { aRepository, edit, edited, lineOf, refusal } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";

const stack = "prompts/mini/stack.yaml";
const core = "prompts/mini/core.md";
const models = "prompts/models.yaml";
const cases = "corpus/cases/mini/cases.yaml";
const scenario = "corpus/scenarios/desk/scenario.yaml";
const suite = "evals/default.yaml";

async function places(changes: Record<string, string>): Promise<string[]> {
  await using repository = await aRepository(changes);
  return (await refusal(repository.path, ["assemble"], ["eval"])).complaints.map(({ place }) => place);
}

test("problems of several files are reported together, in file order then line order", async () => {
  const brokenCases = edit(
    edited(cases, "      - review\n", "      - reviw\n"),
    "      - reader:bm25",
    "      - reader:bm52",
  );
  const brokenStack = edit(
    edited(stack, "    tier: role", "    tier: roel"),
    "pinnedLast: user",
    "pinnedLast: usr",
  );
  expect(
    await places({
      [suite]: edited(suite, "answer:", "anser:"),
      [stack]: brokenStack,
      [core]: "Count.\n",
      [scenario]: edited(scenario, "  branch: main", "  branch: main\n  drty: 2"),
      [cases]: brokenCases,
    }),
  ).toEqual([
    // The profile is not looked up: it may be in the stack that did not load.
    `${cases}:${lineOf(brokenCases, "reader:bm52")}`,
    `${scenario}:15`,
    `${suite}:4`,
    `${core}:1`,
    `${stack}:${lineOf(brokenStack, "tier: roel")}`,
    `${stack}:${lineOf(brokenStack, "pinnedLast: usr")}`,
  ]);
});

test("several problems of one file are reported together, in line order", async () => {
  const raed = edited(stack, "    read: turn", "    raed: turn");
  const broken = edit(edit(raed, "    set:", "    sett:"), "reference: desk", "reference: desk\nnotes: x");
  expect(await places({ [stack]: broken })).toEqual([
    `${stack}:${lineOf(broken, "notes: x")}`,
    `${stack}:${lineOf(broken, "raed: turn")}`,
    `${stack}:${lineOf(broken, "    sett:")}`,
  ]);
});

test("lines are ordered as numbers, files by code unit", async () => {
  const many = Array.from(
    { length: 12 },
    (_, i) => `  - id: Z${i}\n    needs: assembly\n    assert: []\n`,
  ).join("");
  const found = await places({
    "corpus/cases/mini/Z.yaml": `strata: 1\nstack: mini\ncases:\n${many}`,
    [cases]: edited(cases, "needs:", "neds:"),
  });
  expect(found).toEqual([
    ...Array.from({ length: 12 }, (_, i) => `corpus/cases/mini/Z.yaml:${6 + 3 * i}`),
    `${cases}:12`,
  ]);
});

test("what a variant repeats is reported once", async () => {
  const broken = edited(stack, "      value: skills", "      value: skils");
  expect(await places({ [stack]: broken })).toEqual([`${stack}:${lineOf(broken, "value: skils")}`]);
});

test.each([
  ["stack", { [stack]: edited(stack, "reference: desk", "reference: desk: x") }, [`${stack}:4`]],
  [
    "file of models",
    { [models]: edited(models, "    pinned: true\n    window: null", "    pinned: yes\n    window: null") },
    [`${models}:11`],
  ],
  ["scenario", { [scenario]: edited(scenario, "id: desk", "id: dusk") }, [`${scenario}:2`]],
])("a broken %s is not reported again by what names it", async (_, changes, expected) => {
  expect(await places(changes)).toEqual(expected);
});

test("lines are counted in the file as it is, with CRLF, a BOM and after front matter", async () => {
  const crlf = `\uFEFF${edited(stack, "    tier: role", "    tier: roel").replaceAll("\n", "\r\n")}`;
  expect(await places({ [stack]: crlf })).toEqual([
    `${stack}:${lineOf(miniRepository[stack], "    tier: role")}`,
  ]);
  const environment = "\uFEFF---\r\nversion: 1.0.0\r\n---\r\n{{os}} {{git}}\r\n{{tool_names}} {{x}}\r\n";
  expect(await places({ "prompts/mini/environment.md": environment })).toEqual([
    "prompts/mini/environment.md:5",
  ]);
});

test("every combination that does not assemble is reported, each problem once", async () => {
  // Two rooms for one mistake: the guard fails the assembly of every profile and model in the same way.
  const guarded = edited(stack, "      onFail: skip", "      onFail: error");
  await using repository = await aRepository({
    [stack]: guarded,
    "corpus/scenarios/desk/workspace/desk.md.txt": "x".repeat(5000),
    "corpus/scenarios/desk/workspace/src/till/desk.md.txt": "x".repeat(5001),
  });
  for (const verb of ["assemble", "eval"]) {
    const { code, complaints } = await refusal(repository.path, [verb]);
    expect([code, complaints.length]).toEqual(["guard-failed", 2]);
    expect(complaints.map(({ message }) => message).join("\n")).toMatch(/5000[^]*5001/);
  }
});
