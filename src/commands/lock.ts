import { diskTree, loadPrompts, memoryTree, type Prompts, readText, type SourceTree } from "../load/index.ts";
import {
  type Bump,
  buildLock,
  checkVersions,
  compareLocks,
  editVersions,
  findBase,
  formatLock,
  type FoundBase,
  lockFinding,
  lockPath,
  openRepositoryIfAny,
  planBump,
  readLock,
  type VersionEdit,
  versionedFiles,
} from "../lock/index.ts";
import type { Lock } from "../schema/index.ts";
import { canonicalText, type Finding, UserError } from "../util/index.ts";
import { findRoot, requireFolder } from "./find-root.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { reportLock } from "./locking/report-lock.ts";
import { writeTogether } from "./locking/write-together.ts";

export interface LockOptions {
  root?: string;
  check?: boolean;
  bump?: Bump;
  json?: boolean;
}

/** `strata lock`: writes the lock, checks it, or raises versions and writes it. */
export async function lockCommand(io: Io, layers: readonly string[], options: LockOptions): Promise<number> {
  if (layers.length > 0 && options.bump === undefined)
    throw new UserError([commandFinding("layers-without-bump", {})]);
  const root = findRoot(io, options.root);
  requireFolder(root);
  const tree = diskTree(root, io.parsed);
  const prompts = openPrompts(tree, root);
  const made = make(prompts);
  const disk = readDisk(tree, options.check === true);
  const found = await findBase(await openRepositoryIfAny(root), made.lock, disk.lock, tree.parsed);
  const bumped = options.bump === undefined ? [] : bump(prompts, made.lock, found, options.bump, layers);
  const edited = editVersions(tree, bumped);
  const next = bumped.length === 0 ? { ...made, prompts } : remake(tree, root, edited, bumped);

  const versions = versionFindings(next.prompts, next.lock, found);
  const text = formatLock(next.lock);
  const isCurrent = disk.text === text;
  // Outside git the lock that would be overwritten is all that shows which versions are due.
  const isKept = options.check !== true && found.onDisk && versions.length > 0 && !isCurrent;
  const isWritten = options.check !== true && !isCurrent && !isKept;
  if (isWritten) writeTogether(root, new Map([...realPaths(tree, edited), [lockPath, text]]));
  return reportLock(io, {
    ...{ check: options.check === true, json: options.json === true, isCurrent, isWritten },
    ...{ lock: next.lock, bumped, base: found.base?.name ?? null },
    changes: disk.lock === null ? null : isCurrent ? [] : compareLocks(disk.lock, next.lock),
    findings: [
      ...found.findings,
      ...disk.findings,
      ...versions,
      ...(isKept ? [lockFinding("lock-kept", {}, { file: lockPath })] : []),
    ],
  });
}

/** The prompts of a tree; throws a UserError with all that is wrong with them. */
function openPrompts(tree: SourceTree, root: string): Prompts {
  const { prompts, findings } = loadPrompts(tree, root);
  refuseErrors(findings);
  return prompts;
}

function make(prompts: Prompts): { lock: Lock } {
  const { lock, findings } = buildLock(prompts);
  refuseErrors(findings);
  return { lock };
}

function refuseErrors(findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
}

interface DiskLock {
  /** null: there is none, or it cannot be compared with. */
  lock: Lock | null;
  text: string | null;
  findings: Finding[];
}

function readDisk(tree: SourceTree, check: boolean): DiskLock {
  const entry = tree.lookup(lockPath);
  if (entry.kind === "missing") {
    const findings = check ? [lockFinding("no-lock", {}, { file: lockPath })] : [];
    return { lock: null, text: null, findings };
  }
  const content = readText(tree, lockPath);
  if ("findings" in content) throw new UserError(content.findings);
  const read = readLock(content.text, tree.parsed);
  if (read.kind === "lock") return { lock: read.lock, text: canonicalText(content.text), findings: [] };
  if (read.kind === "refused" || check) throw new UserError([read.finding]);
  return { lock: null, text: null, findings: [lockFinding("lock-rebuilt", {}, { file: lockPath }, "info")] };
}

function bump(
  prompts: Prompts,
  lock: Lock,
  { base }: FoundBase,
  by: Bump,
  layers: readonly string[],
): VersionEdit[] {
  if (base === null) return [];
  return planBump(versionedFiles(prompts, lock, base), by, layers, base.name);
}

/** The lock as it will be with the raised versions; throws when one of them did not come out as planned. */
function remake(
  tree: SourceTree,
  root: string,
  edited: ReadonlyMap<string, string>,
  bumped: readonly VersionEdit[],
): { lock: Lock; prompts: Prompts } {
  const files = new Map([...edited, ...realPaths(tree, edited)]);
  const prompts = openPrompts(memoryTree(Object.fromEntries(files), tree), root);
  const { lock } = make(prompts);
  const versions = new Set(
    Object.values(lock.stacks).flatMap(({ layers }) =>
      Object.entries(layers).map(([key, { version }]) => `${key} ${version}`),
    ),
  );
  const failed = bumped.filter(({ files: keys, to }) => !keys.every((key) => versions.has(`${key} ${to}`)));
  if (failed.length === 0) return { lock, prompts };
  throw new UserError(
    failed.map(({ at }) => lockFinding("cannot-edit-version", { file: at.file }, { file: at.file })),
  );
}

/** By the path where the bytes are: a layer file may be a link. */
function realPaths(tree: SourceTree, edited: ReadonlyMap<string, string>): [string, string][] {
  return [...edited].map(([file, text]) => {
    const entry = tree.lookup(file);
    return [entry.kind === "file" ? entry.path : file, text];
  });
}

function versionFindings(prompts: Prompts, lock: Lock, { base }: FoundBase): Finding[] {
  return base === null ? [] : checkVersions(versionedFiles(prompts, lock, base), base.name);
}
