import { expect, test } from "vitest";
import { aLayerFile, aProject, assembleIn } from "./testing.ts";

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
    "a pipeline that a pipeline of a layer uses",
    { layers: [{ id: "core", tier: "core", source: { file: "core.md" }, steps: [{ use: "whole" }] }] },
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
      pipelines: { end: [{ transform: "trim-end" }, { heading: "# Head" }], whole: [{ use: "end" }] },
      profiles: { main: { tools: [], mode: "main" } },
      variants: { changed: { description: "Another.", set } },
    },
  });
  expect(assembleIn(project, { variant: "changed" }).text).toBe(text);
  expect(assembleIn(project).text).not.toBe(text);
});
