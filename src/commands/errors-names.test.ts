import { expect, test } from "vitest";
import { aRepository, edit, edited, faultIn, lineOf, refusal, refusalOf, strata } from "./testing.ts";
import { miniRepository } from "./testing-files.ts";

const stack = "prompts/mini/stack.yaml";
const scenario = "corpus/scenarios/desk/scenario.yaml";
const cases = "corpus/cases/mini/cases.yaml";
const suite = "evals/default.yaml";

/** Another last step for the pipeline. */
const lastStep = (step: string) =>
  ["onFail: skip\n    - transform: trim", `onFail: skip\n    ${step}`, step] as const;

test.each([
  faultIn(
    cases,
    ["        value: role", "        value: rol"],
    ["layer, in an assertion", "unknown-layer", "rol", "role"],
  ),
  faultIn(
    stack,
    ["      profile: review", "      profile: reviw"],
    ["profile, in a selector", "unknown-profile", "reviw", "review"],
  ),
  faultIn(
    cases,
    ["      - review", "      - reviw"],
    ["profile, in a case", "unknown-profile", "reviw", "review"],
  ),
  faultIn(
    cases,
    ["      - reader:bm25", "      - reader:bm52"],
    ["model, in a case", "unknown-model", "reader:bm52", "reader:bm25"],
  ),
  faultIn(
    suite,
    ["answer:", "models:\n  - reader:bm26\nanswer:", "bm26"],
    ["model, in a suite", "unknown-model", "reader:bm26", "reader:bm25"],
  ),
  faultIn(
    suite,
    ["reader:bm25", "reader:bm26"],
    ["answering model, in a suite", "unknown-model", "reader:bm26", "reader:bm25"],
  ),
  faultIn(
    cases,
    ["    needs: assembly", "    needs: assembly\n    scenario: dsk", "dsk"],
    ["scenario, in a case", "unknown-scenario", "dsk", "desk"],
  ),
  faultIn(
    suite,
    ["answer:", "stacks:\n  - mimi\nanswer:", "mimi"],
    ["stack, in a suite", "unknown-stack", "mimi", "mini"],
  ),
  faultIn(stack, ["    tier: role", "    tier: roel"], ["tier, in a layer", "unknown-tier", "roel", "role"]),
  faultIn(
    stack,
    ["      - read\n", "      - raed\n"],
    ["tool, in a profile", "unknown-tool", "raed", "read"],
  ),
  faultIn(
    stack,
    ["      profile: review", "      tool: raed"],
    ["tool, in a selector", "unknown-tool", "raed", "read"],
  ),
  faultIn(
    stack,
    ["          - nested", "          - nestd"],
    ["scope, in an order", "unknown-scope", "nestd", "nested"],
  ),
  faultIn(
    stack,
    ["pinnedLast: user", "pinnedLast: usr"],
    ["scope, pinned last", "unknown-scope", "usr", "user"],
  ),
  faultIn(
    stack,
    [
      "beside: [DESK.md]\n            steps:\n              - use: memory-file",
      "beside: [DESK.md]\n            steps:\n              - use: memry-file",
      "memry-file",
    ],
    ["pipeline, in a file source", "unknown-pipeline", "memry-file", "memory-file"],
  ),
  faultIn(stack, [...lastStep("- use: trimmed")], ["pipeline, in a pipeline", "unknown-pipeline", "trimmed"]),
  faultIn(
    cases,
    ["    needs: assembly", "    needs: assembly\n    variants:\n      - breif", "breif"],
    ["variant, in a case", "unknown-variant", "breif", "brief"],
  ),
  faultIn(
    suite,
    ["answer:", "variants:\n  - breif\nanswer:", "breif"],
    ["variant, in a suite", "unknown-variant", "breif", "brief"],
  ),
  faultIn(
    stack,
    ["      value: skills", "      value: skils"],
    ["input, in a source", "unknown-input", "skils", "skills"],
  ),
  faultIn(
    scenario,
    ["  skills: |", "  skils: |"],
    ["input, in a scenario", "unknown-input", "skils", "skills"],
  ),
  faultIn(
    stack,
    ["switch: git_state", "switch: git_stat"],
    ["fact, in a switch", "unknown-fact", "git_stat", "git_state"],
  ),
  faultIn(stack, ["join: tools", "join: tool"], ["list fact, in a join", "unknown-fact", "tool", "tools"]),
  faultIn(
    stack,
    ["profiles/{{profile}}.md", "profiles/{{profle}}.md"],
    ["fact, in a layer file's name", "unknown-fact", "profle", "profile"],
  ),
])("unknown $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test("unknown layer in a variant's order, and the layer that it leaves out", async () => {
  const text = edited(
    stack,
    "    set:\n      layers:\n        role: null",
    "    order:\n      - core\n      - role\n      - enviroment\n      - skills\n      - memory",
  );
  await using repository = await aRepository({ [stack]: text });
  const { code, complaints } = await refusal(repository.path, ["assemble"], ["eval"]);
  expect(code).toBe("order-mismatch");
  expect(complaints.map(({ place }) => place)).toEqual([
    `${stack}:${lineOf(text, "Without the role.") + 1}`,
    `${stack}:${lineOf(text, "- enviroment")}`,
  ]);
  expect(complaints[1]!.message).toMatch(/"enviroment".*"environment"/);
});

test("unknown variable of a layer's vars", async () => {
  const text = edited(stack, "      - os\n", "      - oss\n");
  await using repository = await aRepository({ [stack]: text });
  const { complaints } = await refusal(repository.path, ["assemble"], ["eval"]);
  const unknown = complaints.filter(({ message }) => /"oss".*"os"/.test(message));
  expect(unknown.map(({ place }) => place)).toEqual([`${stack}:${lineOf(text, "- oss")}`]);
});

// Each of these is reported, without any line.
test.each([
  faultIn(
    stack,
    ["reference: desk", "reference: dsk"],
    ["scenario, a stack's reference", "unknown-scenario", "dsk", "desk"],
  ),
  faultIn(
    cases,
    ["stack: mini", "stack: mimi"],
    ["stack, of a file of cases", "unknown-stack", "mimi", "mini"],
  ),
])("unknown $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

const blockAssertion = [
  "      - type: strata:layer-present\n        value: role",
  "      - type: strata:layer-contains\n        value: judge\n        layer: rol",
  "layer: rol",
] as const;

test.each([
  faultIn(
    stack,
    ["      profile: review", "      profile:\n        - review\n        - reviw", "reviw"],
    ["profile, in a selector's list", "unknown-profile", "reviw"],
  ),
  faultIn(
    cases,
    [...blockAssertion],
    ["layer, on a line of its own in an assertion", "unknown-layer", "rol", "role"],
  ),
  faultIn(
    stack,
    ["{{workspace}}/AGENT.md", "{{workspace}}/{{profle}}.md", "profle"],
    ["fact, in a list of paths", "unknown-fact", "profle", "profile"],
  ),
  faultIn(
    stack,
    ["{{home}}/.desk/DESK.md", "{{home}}/{{profle}}.md", "profle"],
    ["fact, in a path", "unknown-fact", "profle", "profile"],
  ),
  faultIn(
    stack,
    ["{{git_branch}}, clean", "{{git_brnch}}, clean", "git_brnch"],
    ["fact, in a case of a variable", "unknown-fact", "git_brnch", "git_branch"],
  ),
])("the line is that of the unknown $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    stack,
    ["{{home}}/.desk/DESK.md", "{{hme}}/.desk/DESK.md"],
    ["root of a world path", "unknown-fact", "hme", "home"],
  ),
])("an unknown $name is one complaint", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    stack,
    ["      - os\n", "      - oss\n"],
    ["variable of a layer's vars", "unknown-fact", "oss", "os"],
  ),
])("a misspelt $name is one complaint", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(stack, ["        role: null", "        rol: null"], ["removes", "unknown-layer", "rol", "role"]),
  faultIn(
    stack,
    ["        role: null", "        rol:\n          heading: x", "rol:"],
    ["changes", "unknown-layer", "rol", "role"],
  ),
])("a variant's patch that $name an unknown layer names it and the nearest", async (one) =>
  expect(await refusalOf(one)).toEqual(one.told),
);

test.each([
  faultIn(
    stack,
    [
      "      layers:\n        role: null",
      "      profiles:\n        reviw:\n          tools: [read]",
      "reviw",
    ],
    ["profile", "unknown-profile", "reviw", "review"],
  ),
])("a variant's patch of an unknown $name is refused", async (one) =>
  expect(await refusalOf(one)).toEqual(one.told),
);

test("a case may name a profile that only its variant has", async () => {
  const profiles = "      profiles:\n        extra:\n          tools: [read]";
  const named = edit(
    miniRepository[cases],
    "      - review\n",
    "      - extra\n    variants:\n      - brief\n",
  );
  await using repository = await aRepository({
    [stack]: edited(stack, "      layers:\n        role: null", profiles),
    [cases]: edit(
      named,
      "strata:layer-present\n        value: role",
      "strata:layer-absent\n        value: role\n      - type: strata:layer-present\n        value: core",
    ),
  });
  expect(await strata(repository.path, ["eval", "--dry-run"])).toMatchObject({ code: 0, stderr: "" });
});

test.each([
  faultIn(
    stack,
    ["memory: {{path}}", "memory: {{pth}}"],
    ["placeholder in a heading", "unknown-fact", "pth", "path"],
  ),
])("unknown $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

// Names that every JavaScript object has. Got, in this order: exit 3 "This is a bug" (written.flatMap is not a function),
// a complaint about the scenario (expected a text or a list of texts), exit 0.
test.each([
  faultIn(stack, [...lastStep("- use: constructor")], ["pipeline", "unknown-pipeline", "constructor"]),
  faultIn(
    stack,
    ["      value: skills", "      value: constructor"],
    ["input", "unknown-input", "constructor"],
  ),
  faultIn(stack, ["      - read\n", "      - constructor\n"], ["tool", "unknown-tool", "constructor"]),
])("$name called constructor is unknown", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test("a pipeline that uses itself is not called unknown", async () => {
  const [from, to] = lastStep("- { use: memory-file }");
  await using repository = await aRepository({ [stack]: edited(stack, from, to) });
  const { complaints } = await refusal(repository.path, ["assemble"], ["eval"]);
  expect(complaints[0]!.message).not.toContain("unknown");
});
