/**
 * The library: the same code as the command, without printing and without exiting. What the user must fix is thrown
 * as a UserError whose `findings` say what, where and what to do.
 */
export {
  advanceSession,
  assemble,
  type AssembledLayer,
  type Assembly,
  type Combination,
  fingerprint,
  layerText,
  runSession,
  type Session,
  type SessionEvent,
  type SessionRecord,
  type SessionStep,
  startSession,
} from "./assemble/index.ts";
export {
  diskTree,
  loadProject,
  memoryTree,
  type Project,
  type Scenario,
  type SourceTree,
  type Stack,
} from "./load/index.ts";
export {
  planRun,
  runPlan,
  type Plan,
  type RunOptions,
  type RunResult,
  type Selection,
  type Trial,
} from "./run/index.ts";
export { type Finding, isUserError, UserError } from "./util/index.ts";
