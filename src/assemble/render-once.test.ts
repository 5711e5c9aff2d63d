import fc from "fast-check";
import { expect, test } from "vitest";
import { diskTree, isSelected, loadPrompts } from "../load/index.ts";
import { assemble, assembleWith } from "./assemble.ts";
import type { Combination } from "./facts.ts";
import { reasons } from "./messages.ts";
import { renderLayer } from "./render-layer.ts";
import { aLayerFile, aProject, assembleIn, repository } from "./testing.ts";

/** As `assemble` does it, without a memory. */
function assembleAnew(combination: Combination) {
  return assembleWith(combination, (layer, context) => {
    const { profile, model } = context.combination;
    const asked = { model: model.id, input: context.facts.input };
    return isSelected(layer.when, layer.unless, profile, asked)
      ? renderLayer(layer, context)
      : { reason: reasons.notSelected(), documents: [], sources: [], diagnostics: [] };
  });
}

const { prompts } = loadPrompts(diskTree(repository), repository);
const stacks = [...prompts.stacks.values()].flatMap((variants) => [...variants.values()]);

test("property: in any order, every combination is what it is without a memory", () => {
  // As the loader lets them be, by the type of the input.
  const lists = fc.constantFrom([], ["x"], ["x", "y"]);
  const texts = fc.constantFrom("", "other", "a\nb");
  const changed = {
    list: lists,
    text: texts,
    data: fc.oneof(lists, texts, fc.constantFrom(null, 7, { a: "b" })),
  };
  const arbitrary = fc.nat(stacks.length - 1).chain((at) => {
    const { profiles, inputs } = stacks[at]!;
    const values = [...inputs].map(([name, { type }]) => [name, changed[type]] as const);
    return fc.record({
      at: fc.constant(at),
      profile: fc.constantFrom(...profiles.keys()),
      model: fc.constantFrom(...prompts.models.keys()),
      values: fc.record(Object.fromEntries(values), { requiredKeys: [] }) as fc.Arbitrary<
        Combination["scenario"]["values"]
      >,
    });
  });
  // The same worlds again and again, so that there is something to remember.
  const scenarios = new Map<string, Combination["scenario"]>();
  fc.assert(
    fc.property(fc.array(arbitrary, { minLength: 2, maxLength: 8 }), (all) => {
      for (const { at, profile, model, values } of all) {
        const stack = stacks[at]!;
        const reference = prompts.scenarios.get(stack.reference)!;
        const key = `${reference.id} ${JSON.stringify(values)}`;
        const scenario = scenarios.get(key) ?? { ...reference, values: { ...reference.values, ...values } };
        scenarios.set(key, scenario);
        const combination = {
          stack,
          profile: stack.profiles.get(profile)!,
          model: prompts.models.get(model)!,
          scenario,
        };
        expect(assemble(combination)).toEqual(assembleAnew(combination));
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  ["the file of a profile", { layers: [{ id: "role", tier: "core", source: { file: "{{profile}}.md" } }] }],
  [
    "a file in parts",
    {
      layers: [
        {
          ...{ id: "role", tier: "core" },
          source: { parts: [{ file: "{{profile}}.md" }, { file: "core.md" }], separator: "\n" },
        },
      ],
    },
  ],
])("%s is not taken for that of another", (_, stack) => {
  const files: Record<string, string> = {};
  for (const name of ["main", "other", "core"])
    files[`prompts/demo/${name}.md`] = aLayerFile(`I am ${name}.\n`);
  const project = aProject({
    files,
    stack: { ...stack, profiles: { main: { tools: [] }, other: { tools: [] } } },
  });
  expect(assembleIn(project, { profile: "main" }).text).toContain("I am main.");
  expect(assembleIn(project, { profile: "other" }).text).toContain("I am other.");
});
