export { type AssertionSetting, checkAssertion, checkCase } from "./check-assertion.ts";
export { gradeKey } from "./grade-key.ts";
export { scoreOutput } from "./score-case.ts";
export { ruleNames } from "./validators/index.ts";
export type { AssemblyFacts, Assertion, AssertionResult, Judge, ScoreDeps, Subject } from "./types.ts";
