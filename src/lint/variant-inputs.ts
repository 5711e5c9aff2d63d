import { type AssembledTexts, assembleTexts, layerTexts, loadTokenizer } from "../assemble/index.ts";
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
  const inputs: Partial<LintInputs> = { stack, settings: stack.lint, repeats: texts.repeats, loadTokenizer };
  if (scenario === undefined || first === undefined) return inputs;
  const profiles = [...stack.profiles.values()];
  const assembleAll = () =>
    profiles.map((profile) => assembleTexts({ stack, profile, model: first, scenario }));
  return Object.defineProperties(inputs, {
    prompts: lazy(() => (prompts ??= readPrompts(assembleAll(), stack, scenario, texts, diagnostics))),
    texts: lazy(() => texts.all()),
    forks: lazy(() => (forks ??= readForks(stack, models, scenario))),
    workspaceLines: lazy(() => () => workspaceLines(scenario, new Set(texts.all().map(({ file }) => file)))),
  });
}

function lazy(get: () => unknown): PropertyDescriptor {
  return { get, enumerable: true };
}

function readPrompts(
  assemblies: readonly AssembledTexts[],
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

function readForks(stack: Stack, models: readonly WrittenModel[], scenario: Scenario): Fork[][] {
  const compared = modelsToCompare(stack, models);
  return [...stack.profiles.values()].map((profile) =>
    compared.flatMap((model): Fork[] => {
      const { texts, diagnostics } = layerTexts({ stack, profile, model, scenario });
      return isWhole({ diagnostics }) ? [{ profile: profile.id, model, texts }] : [];
    }),
  );
}

function isWhole({ diagnostics }: { diagnostics: readonly Finding[] }): boolean {
  return diagnostics.every(({ severity }) => severity !== "error");
}
