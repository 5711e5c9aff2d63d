import { classify } from "./allow-list.ts";
import { isJudged } from "./judge.ts";

/** How often the judging model that the suite names is asked for an assertion of this type. */
export function judgeCalls(type: string): 0 | 1 | 2 {
  const known = classify(type);
  // Once for each order of the two answers.
  if (known.kind === "own") return known.base === "strata:preferred" ? 2 : 0;
  return known.kind === "guarded" && isJudged(known.base) ? 1 : 0;
}

/** Whether an assertion of this type is graded by that model. */
export function asksJudge(type: string): boolean {
  return judgeCalls(type) > 0;
}
