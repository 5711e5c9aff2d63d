export { checkAssertion, checkCase } from "./check-assertion.ts";
export { gradeKey } from "./grade-key.ts";
export { scoreOutput } from "./score-case.ts";
export { ruleNames } from "./validators/index.ts";
export type { Assertion, AssertionResult, Subject } from "./types.ts";
