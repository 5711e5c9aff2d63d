export { pairProblems, repairPairs } from "./history/index.ts";
export { processVerdict } from "./hooks/index.ts";
export { workspaceReminder } from "./reminder.ts";
export { type CompactSession, compactSession } from "./session/index.ts";
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
export { createStrategy, type StrategyId } from "./strategies/index.ts";
export {
  createExtractiveSummarizer,
  extract,
  extractiveBounds,
  type Fault,
  faults,
} from "./summarizers/index.ts";
export { isTriggered, type TriggerState } from "./trigger.ts";
export type { Boundary, Strategy, Summarizer } from "./types.ts";
