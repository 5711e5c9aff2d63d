export {
  type CombinationDiff,
  type DiffChoice,
  diffProjects,
  type FileChange,
  type Hunk,
  type LayerChange,
  type Pair,
  type ProjectDiff,
  type StackDiff,
  type WordPart,
} from "./diff/index.ts";
export { createExport, writeExport } from "./export/index.ts";
export {
  assignVariant,
  type ObjectStore,
  openObjectStore,
  readRecords,
  readRecordsFile,
  recordEvent,
  recordFinding,
  type RecordOptions,
  recordSession,
  recordsFile,
  type SessionChange,
  type SessionFacts,
  type SessionRecords,
} from "./records/index.ts";
export type { RecordedPrompt, RecordLine, StartLine } from "../schema/index.ts";
export {
  type AssembledSession,
  assembleSession,
  type LiveWorld,
  type SessionOptions,
  type SessionPrompt,
} from "./session/index.ts";
export {
  type Bump,
  checkVersions,
  editVersions,
  findBase,
  type FoundBase,
  openRepositoryIfAny,
  planBump,
  type VersionEdit,
  versionedFiles,
} from "./bump/index.ts";
export {
  buildLock,
  changeFindings,
  combinationsOf,
  compareLocks,
  formatLock,
  type LockChange,
  lockFinding,
  lockPath,
  nameOf,
  readLock,
} from "./lock-file/index.ts";
export { describeUse, type Trace, traceFinding, traceHash } from "./trace/index.ts";
