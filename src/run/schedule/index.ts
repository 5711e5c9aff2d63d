export { type Budget, type Ceilings, createBudget } from "./budget.ts";
export { type Clock, systemClock } from "./clock.ts";
export { createScheduler } from "./scheduler.ts";
export type { Call, CallOutcome, Executor, Limits } from "./types.ts";
