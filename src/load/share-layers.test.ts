import path from "node:path";
import { expect, test } from "vitest";
import { aLayerFile, aProject, assembleIn } from "../assemble/testing.ts";
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

const files = Object.fromEntries(
  ["core", "main", "quick", "other"].map((name) => [
    `prompts/demo/${name}.md`,
    aLayerFile(`I am ${name}.\n`),
  ]),
);

test.each<[string, object, object, string]>([
  [
    "a pipeline that a layer uses",
    { layers: [{ id: "core", tier: "core", source: { file: "core.md" }, steps: [{ use: "end" }] }] },
    { pipelines: { end: [{ transform: "trim" }] } },
    "I am core.",
  ],
  [
    "the mode that a file is named by",
    { layers: [{ id: "core", tier: "core", source: { file: "{{mode}}.md" } }] },
    { profiles: { main: { mode: "other" } } },
    "I am other.\n",
  ],
  [
    "the tools that a layer is there for",
    {
      layers: [
        { id: "core", tier: "core", source: { file: "core.md" } },
        { id: "more", tier: "core", source: { file: "other.md" }, when: { tool: "look" } },
      ],
    },
    { profiles: { main: { tools: ["look"] } } },
    "I am core.\n\n\nI am other.\n",
  ],
])("%s makes another layer, although nothing of its own changed", (_, stack, set, text) => {
  const project = aProject({
    files,
    stack: {
      ...stack,
      tools: { look: {} },
      pipelines: { end: [{ transform: "trim-end" }, { heading: "# Head" }] },
      profiles: { main: { tools: [], mode: "main" } },
      variants: { changed: { description: "Another.", set } },
    },
  });
  expect(assembleIn(project, { variant: "changed" }).text).toBe(text);
  expect(assembleIn(project).text).not.toBe(text);
});
