import { UserError } from "../util/index.ts";
import { anthropicWire } from "./anthropic/create-anthropic.ts";
import type { ModelDeps } from "./deps.ts";
import { createExec } from "./exec/create-exec.ts";
import { createKeySource } from "./key.ts";
import { modelProblems } from "./model-problems.ts";
import { openaiWire } from "./openai/create-openai.ts";
import { createPromptfooModel } from "./promptfoo/create-promptfoo.ts";
import { createReader } from "./reader/index.ts";
import { createRedactor } from "./redactor.ts";
import { baseUrlOf, type ModelSettings, splitId } from "./settings.ts";
import type { ChatModel } from "./types.ts";
import { createWireModel } from "./wire-model.ts";

/**
 * The model that answers: by its entry in models.yaml, or by its id alone where the id says all (`reader:bm25`,
 * `promptfoo:<id>`, a vendor's model). Nothing is called and no SDK is loaded before the first answer. Throws a UserError
 * with all of {@link modelProblems}.
 */
export function createModel(model: ModelSettings | string, deps: Partial<ModelDeps> = {}): ChatModel {
  const settings = typeof model === "string" ? { id: model } : model;
  const full: ModelDeps = { env: {}, redactor: createRedactor(), ...deps };
  const problems = modelProblems(settings, full.env);
  if (problems.length > 0) throw new UserError(problems);
  const { provider } = splitId(settings.id);
  if (provider === "reader") return createReader();
  if (provider === "exec") return createExec(settings, full);
  if (provider === "promptfoo") return createPromptfooModel(settings, full);
  return createWireModel(provider === "anthropic" ? anthropicWire(settings) : openaiWire(settings), {
    ...{ settings, deps: full, key: createKeySource(settings, full) },
    baseUrl: baseUrlOf(settings, full.env)!.url,
  });
}
