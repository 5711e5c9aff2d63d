import path from "node:path";
import { assemble } from "../../src/assemble/index.ts";
import { diskTree, loadProject } from "../../src/load/index.ts";

/*
 * Loads this repository and assembles every stack, profile and model in the stack's reference scenario: once as a
 * new process does it, then again and again for two seconds. Prints the figures as JSON. The rate is by processor
 * time, which other programs on a busy machine hardly stretch.
 */
export interface AssemblyFigures {
  stacks: number;
  combinations: number;
  /** Milliseconds. */
  load: number;
  /** Milliseconds of the first pass. */
  matrix: number;
  perSecond: number;
}

const start = performance.now();
const { project } = loadProject(diskTree(path.join(import.meta.dirname, "../..")));
const loaded = performance.now();

const combinations = [...project.stacks.values()].flatMap((variants) => {
  const stack = variants.get("default")!;
  const scenario = project.scenarios.get(stack.reference)!;
  const models = [...project.models.values()];
  return [...stack.profiles.values()].flatMap((profile) =>
    models.map((model) => ({ stack, profile, model, scenario })),
  );
});
for (const combination of combinations) assemble(combination);
const assembled = performance.now();

const before = process.cpuUsage();
let passes = 0;
while (performance.now() < assembled + 2000) {
  for (const combination of combinations) assemble(combination);
  passes++;
}
const { user, system } = process.cpuUsage(before);
const perSecond = (passes * combinations.length) / ((user + system) / 1e6);
const figures: AssemblyFigures = {
  ...{ stacks: project.stacks.size, combinations: combinations.length, perSecond },
  ...{ load: loaded - start, matrix: assembled - loaded },
};
console.log(JSON.stringify(figures));
