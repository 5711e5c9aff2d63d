export { checkCompaction, type CompactionCheck } from "./check-compaction.ts";
export { gates, promisesUsers } from "./gate-survival.ts";
export { planSurvival } from "./plan-survival.ts";
export { runSurvival, type SurvivalOptions } from "./run-survival.ts";
export type { PlannedSurvival, SurvivalRun, SurvivalSelection } from "./types.ts";
