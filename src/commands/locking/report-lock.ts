import {
  changeFindings,
  combinationsOf,
  type LockChange,
  lockFinding,
  lockPath,
  nameOf,
  type VersionEdit,
} from "../../lock/index.ts";
import type { Lock } from "../../schema/index.ts";
import { type Finding, plainLine, sortFindings, stableJson } from "../../util/index.ts";
import type { Io } from "../io.ts";
import { printFindings } from "../print-findings.ts";

/** What `strata lock` found and did. */
export interface LockReport {
  check: boolean;
  json: boolean;
  /** The file held these very bytes. */
  isCurrent: boolean;
  isWritten: boolean;
  lock: Lock;
  bumped: VersionEdit[];
  /** What versions were compared with. */
  base: string | null;
  /** null: there was no lock to compare with. */
  changes: LockChange[] | null;
  findings: Finding[];
}

/** Prints the report and gives the exit code. */
export function reportLock(io: Io, report: LockReport): number {
  const { check, json, isCurrent, isWritten, changes, bumped, base } = report;
  const findings = sortFindings([...report.findings, ...(check ? staleness(report) : [])]);
  printFindings(io, findings);
  const combinations = causesOf(changes ?? []);
  if (json) {
    const document = {
      ...{ schema: 1, file: lockPath, current: isCurrent, written: isWritten, base },
      bumped: bumped.map(({ at, ...edit }) => ({ ...edit, file: at.file })),
      changes: changes ?? [],
      combinations: [...combinations].map(([name, causes]) => ({ name, ...causes })),
      findings,
    };
    io.stdout.write(`${stableJson(document, 2)}\n`);
  } else {
    for (const { name, from, to, at } of bumped)
      io.stdout.write(`${plainLine(`bumped    ${name}  ${from} -> ${to}  ${at.file}`)}\n`);
    for (const [name, { kind, causes }] of combinations)
      io.stdout.write(`${plainLine(`${kind.padEnd(8)}  ${name}: ${causes.join(", ")}`)}\n`);
    io.stdout.write(`${lockPath}  ${stateOf(report)}\n`);
  }
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}

/** Why a lock is not what it should be. */
function staleness({ isCurrent, changes }: LockReport): Finding[] {
  if (isCurrent || changes === null) return [];
  if (changes.length > 0) return changeFindings(changes);
  return [lockFinding("lock-format", {}, { file: lockPath })];
}

/** The combinations that differ, each with what makes it differ. */
function causesOf(
  changes: readonly LockChange[],
): Map<string, { kind: LockChange["kind"]; causes: string[] }> {
  const found = new Map<string, { kind: LockChange["kind"]; causes: string[] }>();
  for (const { kind, entry, combinations } of changes) {
    for (const name of combinations) {
      const whole = entry.type === "stack" || entry.type === "variant" || entry.type === "profile";
      const isWhole = whole || entry.type === "model";
      const known = found.get(name) ?? { kind: isWhole ? kind : "changed", causes: [] };
      known.causes.push(nameOf(entry));
      found.set(name, known);
    }
  }
  return found;
}

function stateOf({ isCurrent, isWritten, check, changes, lock }: LockReport): string {
  const stacks = Object.keys(lock.stacks).length;
  const size = `${counted(combinationsOf(lock).size, "combination")} of ${counted(stacks, "stack")}`;
  if (isWritten) return `written: ${size}`;
  if (isCurrent) return `${check ? "current" : "unchanged"}: ${size}`;
  if (!check) return "not written";
  return changes === null ? "missing" : `stale: ${counted(changes.length, "change")}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
