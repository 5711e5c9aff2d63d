import { assemble, type Assembly, loadTokenizer } from "../assemble/index.ts";
import type { Scenario, Stack } from "../load/index.ts";
import type { WrittenModel } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import { modelsToCompare } from "./models-to-compare.ts";
import type { StackTexts } from "./stack-texts.ts";
import type { Fork, LintInputs, Prompt } from "./types.ts";
import { workspaceLines } from "./workspace-lines.ts";

/** Inputs of a variant; what takes time is made when the first rule asks for it. */
export function variantInputs(
  stack: Stack,
  scenario: Scenario | undefined,
  texts: StackTexts,
  models: readonly WrittenModel[],
  diagnostics: Finding[],
): Partial<LintInputs> {
  let prompts: Prompt[] | undefined;
  let forks: Fork[][] | undefined;
  const [first] = models;
  const inputs: Partial<LintInputs> = { stack, settings: stack.lint, loadTokenizer };
  if (scenario === undefined || first === undefined) return inputs;
  const made = new Map<WrittenModel, Assembly[]>();
  const combine = (model: WrittenModel) => {
    let assemblies = made.get(model);
    if (assemblies === undefined) {
      assemblies = [...stack.profiles.values()].map((profile) =>
        assemble({ stack, profile, model, scenario }),
      );
      made.set(model, assemblies);
    }
    return assemblies;
  };
  return Object.defineProperties(inputs, {
    prompts: lazy(() => (prompts ??= readPrompts(combine(first), stack, scenario, texts, diagnostics))),
    texts: lazy(() => texts.all()),
    forks: lazy(() => (forks ??= readForks(stack, models, combine))),
    workspaceLines: lazy(() => () => workspaceLines(scenario, new Set(texts.all().map(({ file }) => file)))),
  });
}

function lazy(get: () => unknown): PropertyDescriptor {
  return { get, enumerable: true };
}

function readPrompts(
  assemblies: readonly Assembly[],
  stack: Stack,
  scenario: Scenario,
  texts: StackTexts,
  diagnostics: Finding[],
): Prompt[] {
  for (const assembly of assemblies) diagnostics.push(...assembly.diagnostics);
  return assemblies.filter(isWhole).map((assembly) => ({
    profile: stack.profiles.get(assembly.profile)!,
    assembly,
    texts: texts.inPrompt(assembly, stack, scenario),
  }));
}

function readForks(
  stack: Stack,
  models: readonly WrittenModel[],
  combine: (model: WrittenModel) => Assembly[],
): Fork[][] {
  const perModel = modelsToCompare(stack, models).map((model) =>
    combine(model).map((assembly) => ({ model, assembly })),
  );
  return [...stack.profiles.keys()].map((profile) =>
    perModel.flatMap((all) =>
      all.filter(({ assembly }) => assembly.profile === profile && isWhole(assembly)),
    ),
  );
}

function isWhole({ diagnostics }: Assembly): boolean {
  return diagnostics.every(({ severity }) => severity !== "error");
}
