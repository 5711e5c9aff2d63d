import { type Finding, nearest } from "../util/index.ts";
import { gateFinding } from "./messages.ts";
import type { Gate } from "./types.ts";

/** The cases that decide nothing today, each with its reason, and what is wrong with the list. */
export interface Quarantine {
  active: ReadonlyMap<string, string>;
  findings: Finding[];
}

/** A case is in quarantine up to the end of its last day, in UTC. An entry that ended, or names no case, is an error. */
export function readQuarantine(gate: Gate, cases: readonly { id: string }[], now: Date): Quarantine {
  const today = now.toISOString().slice(0, 10);
  const ids = cases.map(({ id }) => id);
  const active = new Map<string, string>();
  const findings = gate.quarantine.flatMap(({ case: id, until, reason }, i) => {
    const place = { file: gate.file, line: gate.lineAt(["quarantine", i, "case"]) };
    if (!ids.includes(id)) {
      return [gateFinding("quarantine-unknown", { case: id, near: nearest(id, ids) }, place)];
    }
    if (until < today) return [gateFinding("quarantine-expired", { case: id, until }, place)];
    active.set(id, `${reason} (until ${until})`);
    return [];
  });
  return { active, findings };
}
