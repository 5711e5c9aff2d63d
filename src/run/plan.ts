import { assemble, type Assembly } from "../assemble/index.ts";
import { type Case, loadFinding, type Project, type Stack, type Suite } from "../load/index.ts";
import type { Parameters as Settings } from "../model/index.ts";
import { asksJudge, gradeKey } from "../score/index.ts";
import { type Finding, stableJson, UserError } from "../util/index.ts";
import { checkAssertions } from "./check-project.ts";
import { runFinding, runReasons } from "./messages.ts";
import { withContracts } from "./contracts.ts";
import { corpusHash } from "./corpus-hash.ts";
import { agentKey, workspaceOf } from "./inspect-trial.ts";
import { type Asking, buildRequest } from "./request.ts";
import { requestKey } from "./request-key.ts";
import {
  allows,
  checkNames,
  describeSelection,
  selectCases,
  selectModels,
  selectVariants,
  unknownSuite,
} from "./selection.ts";
import { isLocal } from "./settings.ts";
import { shardPlan } from "./shard.ts";
import type { Grader, Plan, PlannedTrial, Selection } from "./types.ts";

/**
 * Lists every trial that a selection asks for, assembled and keyed, in a fixed order. Throws a UserError for unknown
 * names, for a selection without trials, and for combinations that do not assemble.
 */
export function planRun(project: Project, selection: Selection): Plan {
  const suite = project.suites.get(selection.suite);
  if (suite === undefined) throw unknownSuite(project, selection);
  checkNames(project, selection);
  const cases = selectCases(project.cases, suite, selection);
  const refused = cases.flatMap((item) => checkAssertions(item, suite.allow)).filter(isError);
  const grader = graderOf(project, suite, cases);
  if (typeof grader === "string") refused.push(graderMissing(suite, cases));
  if (refused.length > 0 || typeof grader === "string") throw new UserError(refused);
  const planner = createPlanner(project, suite, grader);
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
    throw new UserError([loadFinding("nothing-selected", { what: describeSelection(selection) }, place)]);
  }
  planner.failOnDiagnostics();
  const { models, limits = new Map() } = project;
  const { id, allow, seed } = suite;
  const plan = { suite: id, allow, seed, grader, models, limits, corpusHash: corpusHash(trials), trials };
  return selection.shard === undefined ? plan : shardPlan(plan, selection.shard);
}

/** null where no case asks a judging model; "missing" where one does and the suite names none. */
function graderOf({ models }: Project, suite: Suite, cases: readonly Case[]): Grader | null | "missing" {
  if (!cases.some((item) => item.assert.some(({ type }) => asksJudge(type)))) return null;
  if (suite.grader === undefined) return "missing";
  return { id: suite.grader, parameters: models.get(suite.grader)?.parameters ?? {} };
}

function graderMissing(suite: Suite, cases: readonly Case[]): Finding {
  const judged = cases.flatMap((item) => item.assert.map(({ type }) => type).filter(asksJudge));
  const args = { suite: suite.id, types: [...new Set(judged)].toSorted() };
  return runFinding("grader-missing", args, { file: suite.file, line: suite.lineAt(["id"]) });
}

type Grading = Pick<PlannedTrial, "assertions" | "gradeKey" | "workspace">;

/** Assembles each combination in each scenario once, however many cases share it. */
function createPlanner(project: Project, suite: Suite, grader: Grader | null) {
  const assemblies = new Map<string, Assembly>();
  const graded = new Map<string, Grading>();
  const parameters = new Map<string, Settings>();
  let last: { made: Assembly; item: Case; answer: string; asking: Asking } | undefined;

  function parametersOf(answer: string): Settings {
    let made = parameters.get(answer);
    if (made === undefined) {
      // The embedded model takes none, so that a suite's parameters change none of its keys.
      const given = isLocal(answer) ? {} : { ...project.models.get(answer)?.parameters, ...suite.parameters };
      parameters.set(answer, (made = given));
    }
    return made;
  }

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
    const { request, script } = asks ? asking(made, stack, item, answer) : { request: null, script: null };
    return {
      ...{
        case: item,
        assembly: made,
        answer: asks ? answer : null,
        request,
        script,
        repeat,
        ...grading(item, stack),
      },
      requestKey: requestKey({
        answer: asks ? answer : null,
        request,
        script,
        given: item.providerOutput ?? null,
        assembly: made,
        repeat,
      }),
      ...(item.needs === "llm" && isLocal(answer) ? { skip: runReasons.needsLlm(answer) } : {}),
    };
  }

  /** Repeats ask the same, and are planned one after the other: in a long run they share one request. */
  function asking(made: Assembly, stack: Stack, item: Case, answer: string): Asking {
    if (last?.made !== made || last.item !== item || last.answer !== answer) {
      last = { made, item, answer, asking: buildRequest(made, stack, item, parametersOf(answer)) };
    }
    return last.asking;
  }

  function grading(item: Case, stack: Stack): Grading {
    const key = [item.id, stack.variant].join("\0");
    let made = graded.get(key);
    if (made === undefined) {
      const assertions = withContracts(item.assert, stack);
      const judge = item.assert.some(({ type }) => asksJudge(type)) ? stableJson(grader) : null;
      const workspace = workspaceOf(item, project.scenarios.get(item.scenario ?? stack.reference)!);
      const agent = agentKey(item, assertions, workspace);
      made = { assertions, gradeKey: gradeKey(assertions, judge, agent) };
      if (workspace !== undefined) made.workspace = workspace;
      graded.set(key, made);
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

function isError({ severity }: Finding): boolean {
  return severity === "error";
}
