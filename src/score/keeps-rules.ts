import type { Verdict } from "./types.ts";
import { validators } from "./validators/index.ts";

/** Whether an answer is JSON that keeps every one of the named rules. */
export function keepsRules(names: readonly string[], output: string): Verdict {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch (error) {
    return { pass: false, reason: `the answer is not JSON: ${(error as Error).message}` };
  }
  const problems = names.flatMap((name) => validators[name]!(value).map((problem) => `${name}: ${problem}`));
  return problems.length === 0
    ? { pass: true, reason: `keeps ${names.join(", ")}` }
    : { pass: false, reason: problems.join("; ") };
}
