import { defineFindings, suggestion } from "../../util/index.ts";

/** The words of what is wrong with session records and the object store. */
export const recordFinding = defineFindings({
  "bad-session": (a: { session: string }) =>
    `"${a.session}" cannot name a session. Use 1 to 200 characters without blanks and control characters.`,
  "unknown-event": (a: { name: string; near?: string | undefined; known: readonly string[] }) =>
    `unknown event "${a.name}".${suggestion(a.near)} Events are ${a.known.join(", ")}.`,
  "bad-outcome": (a: { value: string }) =>
    `"${a.value}" is no outcome. Write pass, fail, or a number from 0 to 1.`,
  "bad-weights": (a: { problem: string }) =>
    `${a.problem}. Give each variant a weight of 0 or more, and at least one of them more.`,
  "bad-assignment": (a: { text: string }) => `"${a.text}" is no assignment. Write EXPERIMENT:VARIANT.`,
  "object-missing": (a: { hash: string }) =>
    `${a.hash} is not in the object store. Only sessions recorded with their text are.`,
  "object-damaged": (a: { hash: string; found: string }) =>
    `holds other bytes than its name says: their hash is ${a.found}. Remove it; the next record with text of ${a.hash} writes it again.`,
  "object-unreadable": (a: { code: string }) => `cannot be read (${a.code}). Change its permissions.`,
  "records-unreadable": (a: { code: string }) =>
    `cannot be read (${a.code}). Change its permissions, or name another file.`,
  "cannot-write": (a: { path: string; code: string }) =>
    `${a.path} cannot be written (${a.code}). Make room for it, or change its permissions.`,
  "not-appended": (a: { attempts: number }) =>
    `did not keep a whole line in ${a.attempts} attempts. Put it on a local disk with room on it.`,
});
