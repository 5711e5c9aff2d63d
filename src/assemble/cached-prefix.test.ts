import { expect, test } from "vitest";
import { sha256 } from "../util/index.ts";
import { cachedPrefix } from "./cached-prefix.ts";
import { aLayerFile, aProject, assembleIn } from "./testing.ts";

test.each([
  ["turn", "é\n"],
  ["session", "é\n\n\nmore"],
])("with a second layer in tier %s the prefix is %j, and prefixHash is of it", (tier, expected) => {
  const project = aProject({
    stack: {
      ...{ separator: "\n\n", end: "!" },
      layers: [
        { id: "core", tier: "core", source: { file: "core.md" } },
        { id: "more", tier, source: { file: "more.md" } },
      ],
    },
    files: { "prompts/demo/core.md": aLayerFile("é\n"), "prompts/demo/more.md": aLayerFile("more") },
  });
  const assembly = assembleIn(project);
  const prefix = cachedPrefix(assembly, project.stacks.get("demo")!.get("default")!);
  expect(prefix.toString("utf8")).toBe(expected);
  expect(assembly.prefixHash).toBe(sha256(prefix));
});
