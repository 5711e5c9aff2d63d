export { assignVariant } from "./assign-variant.ts";
export { recordFinding } from "./messages.ts";
export { type ObjectStore, openObjectStore } from "./object-store.ts";
export { readRecords, readRecordsFile, recordsFile, type SessionRecords } from "./read-records.ts";
export {
  recordEvent,
  type RecordOptions,
  recordSession,
  type SessionChange,
  type SessionFacts,
} from "./record-session.ts";
