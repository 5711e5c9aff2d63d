import type { Combination } from "../assemble/index.ts";
import { loadFinding, type Project, type Stack } from "../load/index.ts";
import { type Finding, nearest, UserError } from "../util/index.ts";

/** What combinations are chosen from. */
export type Choosable = Pick<Project, "stacks" | "models" | "scenarios">;

/** What a command line says of combinations; what it does not say selects all. */
export interface CombinationFilter {
  stack?: string[];
  profile?: string[];
  model?: string[];
  scenario?: string;
  variant?: string;
}

/** Every combination that a filter selects, in the stacks' own order. Throws a UserError with all unknown names, or for none. */
export function selectCombinations(project: Choosable, filter: CombinationFilter): Combination[] {
  const stacks = selectStacks(project, filter);
  const models = [...project.models.values()].filter(({ id }) => filter.model?.includes(id) ?? true);
  const combinations = stacks.flatMap((stack) => {
    const scenario = project.scenarios.get(filter.scenario ?? stack.reference)!;
    const profiles = [...stack.profiles.values()].filter(({ id }) => filter.profile?.includes(id) ?? true);
    return profiles.flatMap((profile) => models.map((model) => ({ stack, profile, model, scenario })));
  });
  if (combinations.length > 0) return combinations;
  throw new UserError([loadFinding("nothing-selected", { what: "this combination" })]);
}

/** The stacks in the variant that is asked for; one that was named must have it, the others are left out without it. */
function selectStacks(project: Choosable, filter: CombinationFilter): Stack[] {
  const variant = filter.variant ?? "default";
  const named = [...project.stacks].filter(([id]) => filter.stack?.includes(id) ?? true);
  const found = named.flatMap(([, variants]) => variants.get(variant) ?? []);
  const lacks = filter.stack === undefined ? found.length === 0 : found.length < named.length;
  const profiles = found.flatMap((stack) => [...stack.profiles.keys()]);
  const errors = [
    ...unknownNames("unknown-stack", filter.stack, project.stacks.keys()),
    // Its own name is no suggestion: other stacks may have it.
    ...(lacks ? unknownVariant(variant, named) : []),
    ...(found.length === 0 ? [] : unknownNames("unknown-profile", filter.profile, profiles)),
    ...unknownNames("unknown-model", filter.model, project.models.keys()),
    ...unknownNames("unknown-scenario", [filter.scenario ?? []].flat(), project.scenarios.keys()),
  ];
  if (errors.length > 0) throw new UserError(errors);
  return found;
}

function unknownVariant(name: string, stacks: readonly (readonly [string, ReadonlyMap<string, Stack>])[]) {
  const others = stacks.flatMap(([, variants]) => [...variants.keys()]).filter((other) => other !== name);
  return [loadFinding("unknown-variant", { name, near: nearest(name, others) })];
}

function unknownNames(
  kind: "unknown-stack" | "unknown-profile" | "unknown-model" | "unknown-scenario",
  names: readonly string[] | undefined,
  known: Iterable<string>,
): Finding[] {
  const all = [...known];
  return (names ?? [])
    .filter((name) => !all.includes(name))
    .map((name) => loadFinding(kind, { name, near: nearest(name, all) }));
}
