import { assemble, type Assembly } from "../assemble/index.ts";
import type { Case, Project, Stack, Suite } from "../load/index.ts";
import { loadFinding } from "../load/index.ts";
import { gradeKey } from "../score/index.ts";
import { type Finding, nearest, sortFindings, UserError } from "../util/index.ts";
import { checkAssertions } from "./check-project.ts";
import { runReasons } from "./messages.ts";
import { withContracts } from "./contracts.ts";
import { buildRequest, requestKey } from "./request.ts";
import type { Plan, PlannedTrial, Selection } from "./types.ts";

/** Models that quote the prompt and so can measure nothing that needs a language model. */
const quotes = (answer: string): boolean => answer.startsWith("reader:");

/**
 * Lists every trial that a selection asks for, assembled and keyed, in a fixed order. Throws a UserError for unknown
 * names, for a selection without trials, and for combinations that do not assemble.
 */
export function planRun(project: Project, selection: Selection): Plan {
  const suite = project.suites.get(selection.suite);
  if (suite === undefined) throw unknownName("unknown-suite", selection.suite, [...project.suites.keys()]);
  checkNames(project, selection);
  const cases = selectCases(project.cases, suite, selection);
  const refused = cases.flatMap((item) => checkAssertions(item, suite.allow)).filter(isError);
  if (refused.length > 0) throw new UserError(refused);
  const planner = createPlanner(project);
  const repeats = selection.repeat ?? suite.repeat;
  const trials: PlannedTrial[] = [];
  for (const item of cases) {
    for (const stack of selectVariants(project, item, suite, selection)) {
      for (const profile of stack.profiles.values()) {
        if (!allows(item.profiles, profile.id) || !allows(selection.profiles, profile.id)) continue;
        for (const model of selectModels(project, item, suite, selection)) {
          const answer = selection.answer ?? suite.answer ?? model;
          for (let repeat = 1; repeat <= repeats; repeat++) {
            trials.push(planner.trial(item, stack, profile.id, model, answer, repeat));
          }
        }
      }
    }
  }
  if (trials.length === 0) {
    const place = { file: suite.file };
    throw new UserError([loadFinding("nothing-selected", { what: describe(selection) }, place)]);
  }
  planner.failOnDiagnostics();
  return { suite: suite.id, allow: suite.allow, seed: suite.seed, trials };
}

/** Assembles each combination in each scenario once, however many cases share it. */
function createPlanner(project: Project) {
  const assemblies = new Map<string, Assembly>();
  const graded = new Map<string, Pick<PlannedTrial, "assertions" | "gradeKey">>();

  function assembly(stack: Stack, profile: string, model: string, scenario: string): Assembly {
    const key = [stack.id, stack.variant, profile, model, scenario].join("\0");
    let made = assemblies.get(key);
    if (made === undefined) {
      made = assemble({
        stack,
        profile: stack.profiles.get(profile)!,
        model: project.models.get(model)!,
        scenario: project.scenarios.get(scenario)!,
      });
      assemblies.set(key, made);
    }
    return made;
  }

  function trial(
    item: Case,
    stack: Stack,
    profile: string,
    model: string,
    answer: string,
    repeat: number,
  ): PlannedTrial {
    const made = assembly(stack, profile, model, item.scenario ?? stack.reference);
    const asks = item.needs !== "assembly" && item.providerOutput === undefined;
    const request = asks ? buildRequest(made, item.input!) : null;
    return {
      ...{
        case: item,
        assembly: made,
        answer: asks ? answer : null,
        request,
        repeat,
        ...grading(item, stack),
      },
      requestKey: requestKey({
        answer: asks ? answer : null,
        request,
        given: item.providerOutput ?? null,
        assembly: made,
        repeat,
      }),
      ...(item.needs === "llm" && quotes(answer) ? { skip: runReasons.needsLlm(answer) } : {}),
    };
  }

  function grading(item: Case, stack: Stack): Pick<PlannedTrial, "assertions" | "gradeKey"> {
    const key = [item.id, stack.variant].join("\0");
    let made = graded.get(key);
    if (made === undefined) {
      const assertions = withContracts(item.assert, stack);
      graded.set(key, (made = { assertions, gradeKey: gradeKey(assertions, null) }));
    }
    return made;
  }

  function failOnDiagnostics(): void {
    const errors = new Map<string, Finding>();
    for (const { diagnostics, stack, scenario } of assemblies.values()) {
      for (const finding of diagnostics.filter(isError)) {
        const message = `stack ${stack}, scenario ${scenario}: ${finding.message}`;
        errors.set(message, { ...finding, message });
      }
    }
    if (errors.size > 0) throw new UserError([...errors.values()]);
  }

  return { trial, failOnDiagnostics };
}

function selectCases(cases: readonly Case[], suite: Suite, selection: Selection): Case[] {
  return cases.filter(
    (item) =>
      allows(suite.stacks, item.stack) &&
      allows(selection.stacks, item.stack) &&
      allows(selection.cases, item.id) &&
      (suite.tags?.some((tag) => item.tags.includes(tag)) ?? true) &&
      (selection.tags?.some((tag) => item.tags.includes(tag)) ?? true),
  );
}

function selectVariants(project: Project, item: Case, suite: Suite, selection: Selection): Stack[] {
  const wanted = (name: string): boolean =>
    item.variants.includes(name) && allows(suite.variants, name) && allows(selection.variants, name);
  return [...project.stacks.get(item.stack)!.values()].filter(({ variant }) => wanted(variant));
}

function selectModels(project: Project, item: Case, suite: Suite, selection: Selection): string[] {
  return [...project.models.keys()].filter(
    (model) => allows(item.models, model) && allows(suite.models, model) && allows(selection.models, model),
  );
}

function allows(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}

/** Every name on the command line must exist somewhere; otherwise a typing error would select nothing, or less. */
function checkNames(project: Project, selection: Selection): void {
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
function describe({ suite, ...filters }: Selection): string {
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

function isError({ severity }: Finding): boolean {
  return severity === "error";
}
