import { type Case, loadFinding, type Project, type Stack, type Suite } from "../load/index.ts";
import { nearest, sortFindings, UserError } from "../util/index.ts";
import type { Selection } from "./types.ts";

/** The cases of a suite that the filters let through. */
export function selectCases(cases: readonly Case[], suite: Suite, selection: Selection): Case[] {
  return cases.filter(
    (item) =>
      allows(suite.stacks, item.stack) &&
      allows(selection.stacks, item.stack) &&
      allows(selection.cases, item.id) &&
      (suite.tags?.some((tag) => item.tags.includes(tag)) ?? true) &&
      (selection.tags?.some((tag) => item.tags.includes(tag)) ?? true),
  );
}

export function selectVariants(project: Project, item: Case, suite: Suite, selection: Selection): Stack[] {
  const wanted = (name: string): boolean =>
    item.variants.includes(name) && allows(suite.variants, name) && allows(selection.variants, name);
  return [...project.stacks.get(item.stack)!.values()].filter(({ variant }) => wanted(variant));
}

export function selectModels(project: Project, item: Case, suite: Suite, selection: Selection): string[] {
  return [...project.models.keys()].filter(
    (model) => allows(item.models, model) && allows(suite.models, model) && allows(selection.models, model),
  );
}

export function allows(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}

/** Every name on the command line must exist somewhere; otherwise a typing error would select nothing, or less. */
export function checkNames(project: Project, selection: Selection): void {
  const stacks = [...project.stacks.values()].flatMap((variants) => [...variants.values()]);
  const check = (
    kind: Parameters<typeof unknownName>[0],
    names: readonly string[] | undefined,
    known: string[],
  ) => (names ?? []).filter((name) => !known.includes(name)).map((name) => unknownName(kind, name, known));
  const models = [...project.models.keys()];
  const errors = [
    ...check("unknown-stack", selection.stacks, [...project.stacks.keys()]),
    ...check(
      "unknown-case",
      selection.cases,
      project.cases.map(({ id }) => id),
    ),
    ...check("unknown-tag", selection.tags, [...new Set(project.cases.flatMap(({ tags }) => tags))]),
    ...check("unknown-profile", selection.profiles, [
      ...new Set(stacks.flatMap((stack) => [...stack.profiles.keys()])),
    ]),
    ...check("unknown-variant", selection.variants, [...new Set(stacks.map(({ variant }) => variant))]),
    ...check("unknown-model", selection.models, models),
    ...check("unknown-model", selection.answer === undefined ? [] : [selection.answer], models),
  ];
  if (errors.length > 0) throw new UserError(sortFindings(errors.flatMap((error) => error.findings)));
}

export function unknownSuite({ suites }: Project, { suite }: Selection): UserError {
  return unknownName("unknown-suite", suite, [...suites.keys()]);
}

function unknownName(
  kind:
    | "unknown-suite"
    | "unknown-stack"
    | "unknown-case"
    | "unknown-tag"
    | "unknown-profile"
    | "unknown-variant"
    | "unknown-model",
  name: string,
  known: readonly string[],
): UserError {
  return new UserError([loadFinding(kind, { name, near: nearest(name, known) })]);
}

/** The filters as they are written on the command line. */
export function describeSelection({ suite, ...filters }: Selection): string {
  const flags = {
    cases: "case",
    tags: "tag",
    stacks: "stack",
    profiles: "profile",
    models: "model",
    variants: "variant",
  };
  const given = Object.entries(flags).flatMap(([key, flag]) =>
    (filters[key as keyof typeof flags] ?? []).map((value) => `--${flag} ${value}`),
  );
  return [`--suite ${suite}`, ...given].join(" ");
}
