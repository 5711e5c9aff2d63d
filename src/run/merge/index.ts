export { findRuns } from "./find-runs.ts";
export { mergeRuns } from "./merge-runs.ts";
