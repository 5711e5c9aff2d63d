import { assemble, type CountTokens, layerText } from "../assemble/index.ts";
import type { Prompts } from "../load/index.ts";
import type { Finding } from "../util/index.ts";
import { gateFinding } from "./messages.ts";
import type { Gate } from "./types.ts";

type Budgeted = Pick<Prompts, "stacks" | "models" | "lockModels" | "scenarios">;

/** What a budget counts. */
export interface PromptSize {
  tokens: number;
  /** The tokenizer is not the vendor's own. */
  estimate: boolean;
}

/** System texts by combination, each in its stack's reference scenario, for the models of the lock. */
export function promptSizes(prompts: Budgeted, count: CountTokens): Map<string, PromptSize> {
  const sizes = new Map<string, PromptSize>();
  for (const stack of [...prompts.stacks.values()].flatMap((variants) => [...variants.values()])) {
    const scenario = prompts.scenarios.get(stack.reference);
    for (const profile of scenario === undefined ? [] : stack.profiles.values()) {
      for (const id of prompts.lockModels) {
        const model = prompts.models.get(id);
        if (model === undefined) continue;
        const assembly = assemble({ stack, profile, model, scenario: scenario! });
        if (assembly.diagnostics.some(({ severity }) => severity === "error")) continue;
        const tokens = assembly.layers
          .filter(({ channel }) => channel === "system")
          .reduce((sum, layer) => sum + count(layerText(assembly, layer)), 0);
        sizes.set(`${stack.id}@${stack.variant}/${profile.id} for ${id}`, {
          tokens,
          estimate: model.tokenizerIsVendors !== true,
        });
      }
    }
  }
  return sizes;
}

/** Prompts that are longer than a budget allows; one that is new cannot have grown. */
export function checkSizes(
  { budgets, file, lineAt }: Gate,
  before: ReadonlyMap<string, PromptSize>,
  now: ReadonlyMap<string, PromptSize>,
): Finding[] {
  const { tokens: most, growth } = budgets;
  return [...now].flatMap(([combination, { tokens, estimate }]) => {
    const place = (key: string) => ({ file, line: lineAt(["budgets", key]) });
    const old = before.get(combination)?.tokens;
    const over = most !== undefined && tokens > most;
    const grown = growth !== undefined && old !== undefined && tokens > old * (1 + growth);
    return [
      ...(over
        ? [gateFinding("over-tokens", { combination, tokens, limit: most, estimate }, place("tokens"))]
        : []),
      ...(grown
        ? [gateFinding("over-growth", { combination, from: old, to: tokens, limit: growth }, place("growth"))]
        : []),
    ];
  });
}
