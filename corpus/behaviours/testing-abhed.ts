import { type Assembly } from "../../src/assemble/index.ts";
import {
  aScenario,
  assembleIn,
  type Choice,
  type ProjectSpec,
  repository,
  valid,
} from "../../src/assemble/testing.ts";
import { diskTree, loadProject, memoryTree, type SourceTree } from "../../src/load/index.ts";

const disk = diskTree(repository);

/** The stack abhed of this repository and nothing else of it: what a test needs of the world it says itself. */
const ownStack: SourceTree = {
  lookup: (at) =>
    /^prompts($|\/models\.yaml$|\/abhed(\/|$))/.test(at) ? disk.lookup(at) : { kind: "missing" },
};

/** A spec for the real stack, whose stack.yaml is a file like any other. */
export type AbhedSpec = Omit<ProjectSpec, "stack">;

const loaded = new Map<string, ReturnType<typeof loadProject>>();

/** Loads the real stack abhed, with files in front of its own, in a world of the test's own; the same spec once. */
export function loadAbhed({ files, through, ...world }: AbhedSpec): ReturnType<typeof loadProject> {
  const tree = memoryTree({ ...aScenario(world), ...files }, ownStack);
  if (through !== undefined) return loadProject(through(tree));
  const key = JSON.stringify([files, world]);
  if (!loaded.has(key)) loaded.set(key, loadProject(tree));
  return loaded.get(key)!;
}

/** The real stack abhed, assembled for profile main and the first model, unless the choice says otherwise. */
export function assembleAbhed(spec: AbhedSpec & Omit<Choice, "stack" | "scenario">): Assembly {
  const { variant = "default", profile = "main", model, ...rest } = spec;
  return assembleIn(valid(loadAbhed(rest)), {
    stack: "abhed",
    variant,
    profile,
    ...(model === undefined ? {} : { model }),
  });
}
