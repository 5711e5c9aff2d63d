import type { Combination } from "../assemble/index.ts";
import { aProject, type Choice, type ProjectSpec } from "../assemble/testing.ts";
import type { Project } from "../load/index.ts";
import { measureStability, type Pair, type PerturbationId, type Relation, type Stability } from "./index.ts";

/** Counts a token for every byte, so that a test can count along. */
export const byteTokens = (text: string): number => Buffer.byteLength(text);

/** A combination of a project, in its reference scenario: by default profile `main` of its first stack for the first model. */
export function combinationIn(
  project: Project,
  { stack: id, profile = "main", model: name }: Choice = {},
): Combination {
  const stack = (id === undefined ? [...project.stacks.values()][0]! : project.stacks.get(id)!).get(
    "default",
  )!;
  const model = name === undefined ? [...project.models.values()][0]! : project.models.get(name)!;
  return {
    stack,
    profile: stack.profiles.get(profile)!,
    model,
    scenario: project.scenarios.get(stack.reference)!,
  };
}

/** How stable a combination of a project is. */
export function stabilityIn(project: Project, choice: Choice = {}): Stability {
  const models = [...project.models.values()];
  return measureStability(combinationIn(project, choice), { models, countTokens: byteTokens });
}

export const stabilityOf = (spec: ProjectSpec, choice?: Choice): Stability =>
  stabilityIn(aProject(spec), choice);

/** The pair of a world. */
export function pairOf({ pairs }: Stability, world: PerturbationId, relation: Relation = "session"): Pair {
  return pairs.find((pair) => pair.world === world && pair.relation === relation)!;
}

/** `world relation layer@byte` of every broken promise. */
export function brokenIn({ pairs }: Stability): string[] {
  return pairs.flatMap(({ world, relation, changed }) =>
    changed
      .filter(({ verdict }) => verdict === "broken")
      .map(({ layer, byte }) => `${world} ${relation} ${layer}@${byte}`),
  );
}
