import { defineFindings } from "../../util/index.ts";

/** The words of what is wrong with a session's world. */
export const sessionFinding = defineFindings({
  "no-folder": (a: { path: string }) =>
    `${a.path} is no folder that can be looked into. Name an existing one, or leave it out.`,
});
