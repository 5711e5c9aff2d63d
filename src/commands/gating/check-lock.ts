import type { Project, Repository, SourceTree } from "../../load/index.ts";
import { readText } from "../../load/index.ts";
import {
  buildLock,
  changeFindings,
  checkVersions,
  compareLocks,
  findBase,
  formatLock,
  lockFinding,
  lockPath,
  readLock,
  versionedFiles,
} from "../../lock/index.ts";
import type { Lock } from "../../schema/index.ts";
import { canonicalText, type Finding } from "../../util/index.ts";

/** What `strata lock --check` would say of a working tree. */
export async function checkLock(
  repository: Repository,
  tree: SourceTree,
  prompts: Project,
): Promise<Finding[]> {
  const { lock, findings } = buildLock(prompts);
  const disk = readDisk(tree);
  const stale = disk.text === formatLock(lock) ? [] : staleness(disk.lock, lock);
  const base = await findBase(repository, lock, disk.lock);
  const versions =
    base.base === null ? [] : checkVersions(versionedFiles(prompts, lock, base.base), base.base.name);
  return [...findings, ...disk.findings, ...stale, ...base.findings, ...versions];
}

function readDisk(tree: SourceTree): { lock: Lock | null; text: string | null; findings: Finding[] } {
  if (tree.lookup(lockPath).kind === "missing") {
    return { lock: null, text: null, findings: [lockFinding("no-lock", {}, { file: lockPath })] };
  }
  const content = readText(tree, lockPath);
  if ("findings" in content) return { lock: null, text: null, findings: content.findings };
  const read = readLock(content.text, tree.parsed);
  return read.kind === "lock"
    ? { lock: read.lock, text: canonicalText(content.text), findings: [] }
    : { lock: null, text: null, findings: [read.finding] };
}

function staleness(disk: Lock | null, now: Lock): Finding[] {
  if (disk === null) return [];
  const changes = compareLocks(disk, now);
  return changes.length > 0 ? changeFindings(changes) : [lockFinding("lock-format", {}, { file: lockPath })];
}
