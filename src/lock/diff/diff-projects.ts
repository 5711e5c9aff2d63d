import type { CountTokens } from "../../assemble/index.ts";
import { loadFinding, type Prompts } from "../../load/index.ts";
import { type Finding, nearest, UserError } from "../../util/index.ts";
import { diffStack } from "./diff-stack.ts";
import type { DiffChoice, DiffInput, ProjectDiff, StackDiff } from "./types.ts";

/**
 * Compares the prompts of two projects in the same scenarios: those of the second, or of the first where the second
 * lacks one. Throws a UserError for names that neither side has, and when nothing is left to compare.
 */
export function diffProjects(input: DiffInput, choice: DiffChoice, countTokens: CountTokens): ProjectDiff {
  const unknown = unknownNames(input, choice);
  if (unknown.length > 0) throw new UserError(unknown);
  const ids = union(input, "stacks").filter((id) => choice.stacks?.includes(id) ?? true);
  const stacks = ids.flatMap((id): StackDiff[] => {
    const [before, after] = [input.before.stacks.get(id), input.after.stacks.get(id)];
    if (before === undefined) return [oneSided(id, "added")];
    if (after === undefined) return [oneSided(id, "removed")];
    // A stack that was not named may well lack the variants that were.
    const { variant, stacks: named } = choice;
    const hasBoth = variant === undefined || (before.has(variant.before) && after.has(variant.after));
    if (!hasBoth && named === undefined) return [];
    return [
      diffStack(
        {
          ...input,
          before: { ...input.before, variants: before },
          after: { ...input.after, variants: after },
        },
        choice,
        countTokens,
      ),
    ];
  });
  if (
    stacks.every(({ kind, equal, combinations }) => kind === "compared" && equal + combinations.length === 0)
  )
    throw new UserError([nothingSelected(input, choice)]);
  const models = [[...input.before.models.keys()], [...input.after.models.keys()]] as const;
  return {
    stacks,
    models: {
      added: models[1].filter((id) => !models[0].includes(id)),
      removed: models[0].filter((id) => !models[1].includes(id)),
    },
  };
}

function oneSided(stack: string, kind: "added" | "removed"): StackDiff {
  const none = { added: [], removed: [] };
  const empty = { changes: [], unseen: [], combinations: [], equal: 0, cases: [] };
  return { stack, kind, ...empty, variants: none, profiles: none };
}

function union(input: DiffInput, key: "stacks" | "models" | "scenarios"): string[] {
  return [...new Set([...input.after[key].keys(), ...input.before[key].keys()])];
}

function profilesOf({ stacks }: Prompts): string[] {
  return [...stacks.values()].flatMap((variants) =>
    [...variants.values()].flatMap(({ profiles }) => [...profiles.keys()]),
  );
}

function unknownNames(input: DiffInput, choice: DiffChoice): Finding[] {
  const { before, after } = input;
  const profiles = [...profilesOf(after), ...profilesOf(before)];
  const of = (
    kind: "unknown-stack" | "unknown-profile" | "unknown-model" | "unknown-scenario",
    names: readonly (string | undefined)[] | undefined,
    known: readonly string[],
  ): Finding[] =>
    (names ?? [])
      .filter((name) => name !== undefined)
      .filter((name) => !known.includes(name))
      .map((name) => loadFinding(kind, { name, near: nearest(name, known) }));
  return [
    ...of("unknown-stack", choice.stacks, union(input, "stacks")),
    ...of("unknown-profile", choice.profiles, profiles),
    ...of("unknown-model", choice.models, union(input, "models")),
    ...of("unknown-scenario", [choice.scenario], union(input, "scenarios")),
    ...of("unknown-profile", [choice.profile?.before], profilesOf(before)),
    ...of("unknown-profile", [choice.profile?.after], profilesOf(after)),
    ...of("unknown-model", [choice.model?.before], [...before.models.keys()]),
    ...of("unknown-model", [choice.model?.after], [...after.models.keys()]),
  ];
}

/** A variant that no stack has is a typing error. */
function nothingSelected({ before, after }: DiffInput, { variant }: DiffChoice): Finding {
  for (const [project, name] of [
    [before, variant?.before],
    [after, variant?.after],
  ] as const) {
    const known = [...project.stacks.values()].flatMap((variants) => [...variants.keys()]);
    if (name !== undefined && !known.includes(name))
      return loadFinding("unknown-variant", { name, near: nearest(name, known) });
  }
  const what = variant === undefined ? "this comparison" : `@${variant.before} and @${variant.after}`;
  return loadFinding("nothing-selected", { what });
}
