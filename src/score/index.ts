export {
  type Flag,
  inspectRun,
  playRun,
  type ReadFile,
  scriptedResult,
  type ToolCallMade,
  workspaceFiles,
} from "./agent/index.ts";
export { asksJudge, judgeCalls } from "./asks-judge.ts";
export { checkAssertion, checkCase } from "./check-assertion.ts";
export { gradeKey } from "./grade-key.ts";
export { scoreOutput } from "./score-case.ts";
export { ruleNames } from "./validators/index.ts";
export type { Assertion, AssertionResult, Judge, Subject } from "./types.ts";
