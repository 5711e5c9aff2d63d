export {
  fileContains,
  type FileQuestion,
  filesAbsent,
  filesExist,
  filesUnchanged,
  noFlags,
  workspaceFiles,
} from "./grade-files.ts";
export { inspectRun } from "./inspect-run.ts";
export { playRun } from "./play-run.ts";
export { scriptedResult } from "./scripted-result.ts";
export type { Flag, ReadFile, ToolCallMade } from "./types.ts";
