import { openRepository, type Repository } from "../../load/index.ts";
import type { Lock } from "../../schema/index.ts";
import { decodeUtf8, type Finding, isUserError, type ParseCache, stableJson } from "../../util/index.ts";
import { lockFinding } from "../lock-file/messages.ts";
import { lockPath, readLock } from "../lock-file/read-lock.ts";
import type { Base } from "./versioned-files.ts";

/** What versions are compared with, if anything, and what must be said of that. */
export interface FoundBase {
  base: Base | null;
  /** Whether the lock on disk is the only thing that knows the old texts. */
  onDisk: boolean;
  findings: Finding[];
}

/** The repository that holds a root; null outside git, and before the first commit. */
export async function openRepositoryIfAny(root: string): Promise<Repository | null> {
  try {
    return await openRepository(root);
  } catch (error) {
    if (isUserError(error) && ["not-a-repository", "no-commit", "no-git"].includes(error.code)) return null;
    throw error;
  }
}

/**
 * The lock at the merge base with the default branch. On the tip of that branch it is the lock of the previous commit,
 * or of the tip itself while something is not committed yet. Outside git it is the lock on disk.
 */
export async function findBase(
  repository: Repository | null,
  now: Lock,
  disk: Lock | null,
  parsed?: ParseCache,
): Promise<FoundBase> {
  if (repository === null) {
    const findings = [lockFinding("base-on-disk", {}, { file: lockPath }, "info")];
    return { base: disk === null ? null : { lock: disk, name: "the lock on disk" }, onDisk: true, findings };
  }
  const commit = await repository.mergeBase();
  const found = commit === null ? null : await lockAt(repository, commit, parsed);
  // Mostly nothing differs, and then it does not matter which of the two it is.
  if (commit !== null && found !== null && "lock" in found && isSame(found.lock, now))
    return { base: { lock: found.lock, name: nameOf(commit) }, onDisk: false, findings: [] };
  // HEAD, where it is the tip of the default branch: what is not committed yet is compared with it.
  const tip = await repository.defaultTip();
  const atTip = tip === null ? null : await lockAt(repository, tip, parsed);
  if (tip !== null && atTip !== null && "lock" in atTip && !isSame(atTip.lock, now))
    return { base: { lock: atTip.lock, name: nameOf(tip) }, onDisk: false, findings: [] };
  if (commit === null) return unknown("there is no earlier commit");
  if (found === null) return unknown(`${nameOf(commit)} has no lock`);
  return "lock" in found
    ? { base: { lock: found.lock, name: nameOf(commit) }, onDisk: false, findings: [] }
    : unknown(`the lock of ${nameOf(commit)} ${found.problem}`);
}

function nameOf(commit: string): string {
  return `commit ${commit.slice(0, 12)}`;
}

/** Whether two locks have the same texts, versions and settings. */
function isSame(a: Lock, b: Lock): boolean {
  return layersOf(a) === layersOf(b);
}

async function lockAt(
  repository: Repository,
  commit: string,
  parsed?: ParseCache,
): Promise<{ lock: Lock } | { problem: string } | null> {
  const bytes = await repository.read(commit, lockPath);
  if (bytes === undefined) return null;
  const read = readLock(decodeUtf8(bytes) ?? "", parsed);
  return read.kind === "lock" ? { lock: read.lock } : { problem: read.finding.message };
}

/** What a version may be due for, in an order of its own. */
function layersOf({ stacks }: Lock): string {
  return stableJson(
    mapValues(stacks, ({ layers, variants }) => ({
      layers,
      settings: mapValues(variants, ({ settings }) => settings),
    })),
  );
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function unknown(reason: string): FoundBase {
  return {
    base: null,
    onDisk: false,
    findings: [lockFinding("no-base", { reason }, { file: lockPath }, "info")],
  };
}
