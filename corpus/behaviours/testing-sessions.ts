import type { SessionEvent } from "../../src/assemble/index.ts";

export { combinationIn, textIn } from "../../src/assemble/session/testing.ts";

type Write = Extract<SessionEvent, { type: "write" }>;

export const turn = (values: Record<string, unknown> = {}): SessionEvent => ({ type: "turn", values });
export const read = (path: string): SessionEvent => ({ type: "read", path });
/** A path that is not absolute is one of the workspace. */
export const write = (path: string, content: Write["content"]): SessionEvent => ({
  type: "write",
  path,
  content,
});
export const configure = (values: Record<string, unknown>): SessionEvent => ({ type: "configure", values });
export const compaction: SessionEvent = { type: "compaction" };
export const resume: SessionEvent = { type: "resume" };
export const newSession: SessionEvent = { type: "new" };

/** How many different values a list has. */
export function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}
