import { expect, test } from "vitest";
import { fault, faultIn, refusalOf } from "./testing.ts";

const stack = "prompts/mini/stack.yaml";
const models = "prompts/models.yaml";
const scenario = "corpus/scenarios/desk/scenario.yaml";
const cases = "corpus/cases/mini/cases.yaml";
const suite = "evals/default.yaml";

test.each([
  faultIn(stack, ["reference: desk", "reference: desk: till"], ["a mapping in a line, in a stack", "yaml"]),
  faultIn(
    models,
    ["    pinned: true\n    window: null", "    pinned: true\n   window: null", "   window: null"],
    ["wrong indentation, in the models", "yaml"],
  ),
  faultIn(
    scenario,
    ["cwd: /home/dev/shop", "cwd: [/home/dev/shop", "workspace:"],
    ["an open list, in a scenario", "yaml"],
  ),
  faultIn(
    cases,
    ["    needs: assembly", "    needs: 'assembly' x"],
    ["a text after a quoted one, in cases", "yaml"],
  ),
  faultIn(suite, ["answer:", "\tanswer:"], ["a tab, in a suite", "yaml"]),
])("malformed YAML: $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    cases,
    ["    needs: assembly", "    needs: *assembly"],
    ["an alias of nothing", "yaml", "assembly"],
  ),
])("malformed YAML: $name has its line", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    stack,
    ["reference: desk", "reference: desk\ndescription: again", "again"],
    ["at the top of a stack", "yaml"],
  ),
  faultIn(stack, ["    read: turn", "    read: turn\n    read: watch", "watch"], ["in a layer", "yaml"]),
  faultIn(
    models,
    ["    tokenizerIsVendors: true", "    tokenizerIsVendors: true\n    pinned: false", "false"],
    ["in a model", "yaml"],
  ),
  faultIn(scenario, ["shell: bash", "shell: bash\nos: darwin", "darwin"], ["in a scenario", "yaml"]),
  faultIn(
    cases,
    ["    needs: assembly", "    needs: assembly\n    id: again", "again"],
    ["in a case", "yaml"],
  ),
  faultIn(suite, ["answer:", "id: again\nanswer:", "again"], ["in a suite", "yaml"]),
])("duplicate key: $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    suite,
    ["answer:", "id: again\nanswer:", "again"],
    ["the message on a duplicate key", "yaml", '"id"'],
  ),
])("$name names the key", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(
    stack,
    ["reference: desk", "reference: desk\nprofils: {}", "profils"],
    ["at the top of a stack", "invalid-value", "profils", "profiles"],
  ),
  faultIn(stack, ["    read: turn", "    raed: turn"], ["in a layer", "invalid-value", "raed", "read"]),
  faultIn(
    stack,
    ["        pinnedLast: user", "        pinedLast: user"],
    ["in a source", "invalid-value", "pinedLast", "pinnedLast"],
  ),
  faultIn(
    stack,
    ["              maxDepth: 3", "              maxDept: 3"],
    ["in a source's imports", "invalid-value", "maxDept", "maxDepth"],
  ),
  faultIn(
    stack,
    ["      onFail: skip", "      onfail: skip"],
    ["in a step", "invalid-value", "onfail", "onFail"],
  ),
  faultIn(
    stack,
    ["          cut: reject", "          cut: reject\n          markr: x", "markr"],
    ["in a bound", "invalid-value", "markr", "marker"],
  ),
  faultIn(
    stack,
    ["      profile: review", "      profil: review"],
    ["in a selector", "invalid-value", "profil", "profile"],
  ),
  faultIn(
    stack,
    ["    readOnly: true", "    readonly: true"],
    ["in a profile", "invalid-value", "readonly", "readOnly"],
  ),
  faultIn(
    stack,
    ["        role: null", "        memory:\n          haeding: x", "haeding"],
    ["in a variant's patch of a layer", "invalid-value", "haeding", "heading"],
  ),
  faultIn(
    stack,
    [
      "        role: null",
      "        memory:\n          source:\n            ranked:\n              oder: [user]",
      "oder",
    ],
    ["deep in a variant's patch", "invalid-value", "oder", "order"],
  ),
  faultIn(
    stack,
    ["      layers:\n        role: null", "      seperator: x", "seperator"],
    ["at the top of a variant's patch", "invalid-value", "seperator", "separator"],
  ),
  faultIn(stack, ["    set:\n", "    sett:\n"], ["in a variant", "invalid-value", "sett", "set"]),
  faultIn(
    cases,
    ["    needs: assembly", "    neds: assembly"],
    ["in a case", "invalid-value", "neds", "needs"],
  ),
  faultIn(
    cases,
    ["        value: port 7340", "        vale: port 7340"],
    ["in an assertion", "invalid-value", "vale", "value"],
  ),
  faultIn(suite, ["answer:", "anser:"], ["in a suite", "invalid-value", "anser", "answer"]),
  faultIn(
    scenario,
    ["shell: bash", "shell: bash\nread: []", "read: []"],
    ["in a scenario", "invalid-value", "read", "reads"],
  ),
  faultIn(
    scenario,
    ["  branch: main", "  branch: main\n  drty: 2", "drty"],
    ["in a scenario's git", "invalid-value", "drty", "dirty"],
  ),
  faultIn(
    models,
    ["    tokenizerIsVendors: true", "    tokenizerIsVendor: true"],
    ["in a model", "invalid-value", "tokenizerIsVendor", "tokenizerIsVendors"],
  ),
])("unknown key: $name", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  faultIn(stack, ["\nseparator:", "\nseperator:"], ["a misspelt required key", "invalid-value", "separator"]),
])("$name is one complaint", async (one) => expect(await refusalOf(one)).toEqual(one.told));

test.each([
  { what: "null", text: "" },
  { what: "a list", text: "- strata: 1\n" },
  { what: "a text", text: "strata\n" },
])("a file that is $what is refused at its first line", async ({ text }) => {
  const { changes, told } = fault("", "invalid-value", `${suite}:1`, { [suite]: text });
  expect(await refusalOf({ changes })).toEqual(told);
});

test("a file of another format is refused", async () => {
  const { changes, told } = faultIn(suite, ["strata: 1", "strata: 2"], ["", "invalid-value", "strata"]);
  expect(await refusalOf({ changes })).toEqual(told);
});

const unquoted = faultIn(stack, ['heading: "## Skills"', "heading: {{path}}"], ["", "invalid-value"]);
test("nothing but the Io writes to stderr", async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => void warnings.push(warning);
  process.on("warning", keep);
  try {
    expect(await refusalOf(unquoted)).toEqual(unquoted.told);
    await new Promise(setImmediate);
  } finally {
    process.off("warning", keep);
  }
  expect(warnings).toEqual([]);
});
