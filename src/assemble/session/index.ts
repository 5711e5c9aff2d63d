export { checkValues } from "./check-values.ts";
export { fingerprint } from "./fingerprint.ts";
export { advanceSession, runSession, type Session, startSession } from "./session.ts";
export type { SessionEvent, SessionRecord, SessionStep } from "./types.ts";
