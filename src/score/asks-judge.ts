import { classify } from "./allow-list.ts";
import { isJudged } from "./judge.ts";

/** Whether an assertion of this type is graded by the judging model that the suite names. */
export function asksJudge(type: string): boolean {
  const known = classify(type);
  return known.kind === "guarded" && isJudged(known.base);
}
