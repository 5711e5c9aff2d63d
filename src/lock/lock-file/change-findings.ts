import type { Finding } from "../../util/index.ts";
import { pathOfKey } from "./layer-files.ts";
import type { LockChange, LockEntry } from "./lock-change.ts";
import { lockFinding } from "./messages.ts";

/** One finding for each change. */
export function changeFindings(changes: readonly LockChange[]): Finding[] {
  return changes.map(({ kind, entry, combinations }) =>
    lockFinding(`lock-${kind}`, { what: nameOf(entry), combinations }, { file: pathOfKey(entry.file) }),
  );
}

/** What people call an entry. */
export function nameOf({ type, name }: LockEntry): string {
  const words: Record<LockEntry["type"], string> = {
    layer: `layer ${name}`,
    setting: `setting ${name}`,
    tools: `the list of tools of ${name}`,
    text: `the text of layer ${name} in the reference scenario`,
    order: `the order of the layers of ${name}`,
    assembly: `the way ${name} is joined`,
    contract: `output contract ${name}`,
    stack: `stack ${name}`,
    variant: `variant ${name}`,
    profile: `profile ${name}`,
    model: `model ${name}`,
  };
  return words[type];
}
