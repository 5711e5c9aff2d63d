export { type CompactSession, compactSession } from "./compact-session.ts";
export type { Said } from "./conversation.ts";
