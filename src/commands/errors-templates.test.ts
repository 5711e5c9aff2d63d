import { expect, test } from "vitest";
import { aRepository, edited, fault, faultIn, refusal, refusalOf, strata } from "./testing.ts";

const stack = "prompts/mini/stack.yaml";
const core = "prompts/mini/core.md";
const environment = "prompts/mini/environment.md";
const scenario = "corpus/scenarios/desk/scenario.yaml";

test.each([
  faultIn(
    stack,
    ["      - os\n", "      - shell\n      - os\n", "- shell"],
    ["a variable that the text never uses", "unused-variable", "shell"],
  ),
  fault(
    "a variable that the layer does not declare",
    "undeclared-variable",
    `${environment}:5`,
    { [environment]: "---\nversion: 1.0.0\n---\n{{os}} {{git}}\n{{tool_names}} {{tool_nams}}\n" },
    "tool_nams",
    "tool_names",
  ),
  fault(
    "a variable that the layer no longer declares",
    "undeclared-variable",
    `${environment}:4`,
    { [stack]: edited(stack, "      - os\n", "") },
    "os",
  ),
  fault(
    "a literal {{ in a layer with vars",
    "literal-braces",
    `${environment}:6`,
    { [environment]: "---\nversion: 1.0.0\n---\n{{os}} {{git}}\n{{tool_names}}\n${{ secrets.X }}\n" },
    "without vars",
  ),
])("template: $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test("a layer without vars may hold any braces, which arrive byte for byte", async () => {
  const braces = "{{os}} {{ {# {% %s ${{ secrets.X }} 50% done }}";
  await using repository = await aRepository({ [core]: `---\nversion: 1.0.0\n---\n${braces}\n` });
  const { code, stdout } = await strata(repository.path, [
    "assemble",
    "--profile",
    "main",
    "--model",
    "reader:bm25",
  ]);
  expect([code, stdout.split("\n")[0]]).toEqual([0, braces]);
});

test("a value is never rendered again", async () => {
  const values = edited(scenario, "recount: count the till again", "recount: {{os}} {{git}}");
  await using repository = await aRepository({ [scenario]: values });
  const { stdout } = await strata(repository.path, [
    "assemble",
    "--profile",
    "main",
    "--model",
    "reader:bm25",
  ]);
  expect(stdout).toContain("- recount: {{os}} {{git}}\n");
});

test("a variable that has no text is an error", async () => {
  await using repository = await aRepository({
    [stack]: edited(stack, "      - os\n", "      - os\n      - servers\n"),
    [environment]: "---\nversion: 1.0.0\n---\n{{os}} {{git}} {{tool_names}} {{servers}}\n",
  });
  expect((await refusal(repository.path, ["assemble"])).complaints[0]!.message).toContain("servers");
});

test("vars cannot be declared for a layer of files that the prompt's author does not write", async () => {
  await using repository = await aRepository({
    [stack]: edited(stack, "    read: turn", "    read: turn\n    vars: [os]"),
  });
  expect((await refusal(repository.path, ["assemble"])).complaints[0]!.message).toContain("vars");
});
