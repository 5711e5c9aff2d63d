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
  checkCompaction,
  type CompactionCheck,
  type SurvivalOptions,
  type SurvivalRun,
  type SurvivalSelection,
} from "./compact/index.ts";
export { type LintFinding, lintProject, type LintResult } from "./lint/index.ts";
export {
  diskTree,
  loadProject,
  loadPrompts,
  memoryTree,
  type Project,
  type Prompts,
  type Scenario,
  type SourceTree,
  type Stack,
} from "./load/index.ts";
export {
  type AssembledSession,
  assembleSession,
  assignVariant,
  type LiveWorld,
  type ObjectStore,
  openObjectStore,
  readRecords,
  readRecordsFile,
  recordEvent,
  type RecordedPrompt,
  type RecordLine,
  type RecordOptions,
  recordSession,
  recordsFile,
  type SessionChange,
  type SessionFacts,
  type SessionOptions,
  type SessionPrompt,
  type SessionRecords,
  type StartLine,
} from "./lock/index.ts";
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
