import { type CountTokens, loadTokenizer } from "../assemble/index.ts";
import { priceAtMost, priceOf } from "../cost/index.ts";
import { maxTokensOf } from "../model/index.ts";
import type { Finding } from "../util/index.ts";
import { runFinding } from "./messages.ts";
import { tokensAtMost } from "./request-tokens.ts";
import { type Budget, type Ceilings, createBudget } from "./schedule/index.ts";
import type { Plan } from "./types.ts";

/** The budget of a run. The tokenizer is only loaded where a cost is limited. */
export async function openBudget(plan: Plan, ceilings: Ceilings): Promise<Budget> {
  const count: CountTokens = ceilings.maxCost === undefined ? () => 0 : await loadTokenizer();
  return createBudget(ceilings, {
    atMost({ model, request }) {
      const output = maxTokensOf(model, request.parameters);
      if (output === undefined) return null;
      return priceAtMost({ input: tokensAtMost(request, count), output }, plan.models.get(model)?.prices);
    },
    of: ({ model }, { usage, batch }) =>
      usage === undefined ? null : priceOf(usage, plan.models.get(model)?.prices, batch),
  });
}

/** Models whose calls have no highest cost, so that no limit could hold. */
export function ceilingProblems(plan: Plan, asked: Iterable<string>, { maxCost }: Ceilings): Finding[] {
  if (maxCost === undefined) return [];
  return [...new Set(asked)].flatMap((model) => {
    const findings: Finding[] = [];
    if (plan.models.get(model)?.prices === undefined) findings.push(runFinding("price-unknown", { model }));
    const trial = plan.trials.find(({ answer, request }) => answer === model && request !== null);
    const parameters = trial?.request?.parameters ?? plan.grader?.parameters ?? {};
    if (maxTokensOf(model, parameters) === undefined)
      findings.push(runFinding("answer-unbounded", { model }));
    return findings;
  });
}
