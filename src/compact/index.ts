export { storeArchive } from "./archive-store.ts";
export { findSections } from "./directives.ts";
export {
  createSize,
  estimateTokens,
  messageText,
  pairProblems,
  pendingRequest,
  repairPairs,
  transcriptText,
} from "./history/index.ts";
export {
  type Archive,
  type CompactHook,
  type HookVerdict,
  memoryArchive,
  processVerdict,
} from "./hooks/index.ts";
export { checkBoundary, type Evidence } from "./invariants/index.ts";
export { workspaceReminder } from "./reminder.ts";
export { type CompactSession, compactSession, type Said } from "./session/index.ts";
export { type FactState, type FactVerdict, verdicts } from "./facts/index.ts";
export { compactFinding } from "./messages.ts";
export {
  checkCompaction,
  type CompactionCheck,
  gates,
  type PlannedSurvival,
  planSurvival,
  promisesUsers,
  runSurvival,
  type SurvivalOptions,
  type SurvivalRun,
  type SurvivalSelection,
} from "./suite/index.ts";
export { type Edit, splitSession } from "./split-session.ts";
export {
  createNotes,
  createStrategy,
  type Notes,
  type StrategyId,
  type StrategyOptions,
} from "./strategies/index.ts";
export {
  createExtractiveSummarizer,
  createFaultySummarizer,
  createModelSummarizer,
  extract,
  type ExtractiveBounds,
  extractiveBounds,
  type Fault,
  faults,
} from "./summarizers/index.ts";
export { isTriggered, shareOf, type TriggerState } from "./trigger.ts";
export type {
  Boundary,
  CompactionInput,
  CompactionOutcome,
  Expectations,
  ExpectedLayer,
  ExpectedRule,
  HookCall,
  Strategy,
  Summarizer,
  SummaryOutcome,
  SummaryTask,
  Trigger,
} from "./types.ts";
