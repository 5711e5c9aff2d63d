export { answeringModels } from "./answering-models.ts";
export { executeTrial } from "./execute.ts";
export { exitCodeOf } from "./exit-code.ts";
export { checkProject } from "./check-project.ts";
export { planRun } from "./plan.ts";
export { runPlan, type RunOptions, type RunResult } from "./run-plan.ts";
export { pointLatest } from "./run-folder.ts";
export type { KeptTrial, Plan, PlannedTrial, Selection, Trial } from "./types.ts";
