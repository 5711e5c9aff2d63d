import { type Sha256, sha256, stableJson } from "../util/index.ts";
import type { PlannedTrial } from "./types.ts";

/**
 * Identifies the cases of a plan by all that is theirs and decides a verdict: what they ask or answer themselves, where,
 * with which tools, and how they are graded. Prompts, repeats and the combinations of a case change nothing.
 */
export function corpusHash(trials: readonly PlannedTrial[]): Sha256 {
  const cases = new Map<string, object>();
  for (const { case: item, assembly, gradeKey } of trials) {
    if (cases.has(item.id)) continue;
    const { id, input, turns, tools, providerOutput } = item;
    cases.set(id, { id, input, turns, tools, providerOutput, scenario: assembly.scenario, gradeKey });
  }
  return sha256(stableJson([...cases.values()]));
}
