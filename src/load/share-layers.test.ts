import path from "node:path";
import { expect, test } from "vitest";
import { diskTree } from "./disk-tree.ts";
import { loadStack } from "./load-stack.ts";
import { loadPrompts } from "./load-prompts.ts";
import { memoryTree } from "./memory-tree.ts";
import { readYaml } from "./read-file.ts";
import { writeVariant } from "./written-variant.ts";

const tree = diskTree(path.resolve(import.meta.dirname, "../.."));
const stacks = [...loadPrompts(tree).prompts.stacks];
const variants = stacks.flatMap(([stack, all]) =>
  [...all.keys()].map((variant) => [stack, variant] as const),
);

test.each(variants)(
  "the layers of %s@%s are those of a stack that is written so from the start",
  (stack, variant) => {
    const folder = `prompts/${stack}`;
    const { yaml } = readYaml(tree, `${folder}/stack.yaml`, "stack");
    const { variants: _, ...written } = writeVariant(yaml!.value as Record<string, unknown>, variant)
      .value as Record<string, unknown>;
    const alone = loadStack(memoryTree({ [`${folder}/stack.yaml`]: JSON.stringify(written) }, tree), folder);
    expect(alone.findings).toEqual([]);
    const [own] = alone.variants;
    const { layers, tiers } = new Map(stacks).get(stack)!.get(variant)!;
    expect(layers).toEqual(own!.layers);
    expect(tiers).toEqual(own!.tiers);
    for (const layer of layers) expect(tiers).toContain(layer.tier);
  },
);

test("at least one layer in three is made for several variants", () => {
  const layers = stacks.flatMap(([, all]) => [...all.values()].flatMap((stack) => stack.layers));
  expect(new Set(layers).size).toBeLessThan((2 * layers.length) / 3);
});
