export { buildLock, formatLock } from "./build-lock.ts";
export { changeFindings, nameOf } from "./change-findings.ts";
export { combinationsOf } from "./combinations.ts";
export { compareLocks } from "./compare-locks.ts";
export type { LockChange } from "./lock-change.ts";
export { lockFinding } from "./messages.ts";
export { lockPath, readLock } from "./read-lock.ts";
