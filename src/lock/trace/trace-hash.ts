import { loadPrompts, type SourceTree } from "../../load/index.ts";
import { decodeUtf8, type Finding, type Sha256, UserError } from "../../util/index.ts";
import { buildLock } from "../lock-file/build-lock.ts";
import { lockPath, readLock } from "../lock-file/read-lock.ts";
import { describeUse, hashUses, nearestHashes, parseHash } from "./hash-uses.ts";
import { type FoundLock, searchHistory } from "./lock-history.ts";
import { traceFinding } from "./messages.ts";
import { type SessionPrompt, sessionUses } from "./session-uses.ts";
import { addSession, addTexts } from "./trace-texts.ts";
import type { HashUse, Trace, TraceSources } from "./types.ts";

export type Traced =
  | { trace: Trace; findings: Finding[] }
  /** Nothing known bears the hash. */
  | { trace: null; nearest: string[]; searched: string[]; findings: Finding[] };

/**
 * Finds what bears a hash: the prompts on disk, their lock, every commit of the lock, and the session records.
 * Throws a UserError for what is no hash, and for digits that begin several.
 */
export async function traceHash(given: string, sources: TraceSources): Promise<Traced> {
  const hex = parseHash(given);
  if (hex === undefined) throw new UserError([traceFinding("bad-hash", { given })]);
  const { tree, repository, records } = sources;
  const onDisk = locksOnDisk(tree);
  const findings = onDisk.findings;
  if (repository === null) findings.push(traceFinding("no-history", {}, {}, "info"));
  else if (repository.shallow) findings.push(traceFinding("cut-history", {}, {}, "warning"));
  const history = repository === null ? null : await searchHistory(repository, hex);
  const sessions = sessionUses(records.records, hex);

  const isMeant = ({ hash }: { hash: Sha256 }) => hash.startsWith(`sha256:${hex}`);
  const disk = onDisk.locks.map((found) => ({ found, uses: hashUses(found.lock).filter(isMeant) }));
  const uses = [...disk.flatMap((one) => one.uses), ...(history?.uses ?? [])];
  const hashes = new Set([...uses, ...sessions].map(({ hash }) => hash));
  if (hashes.size > 1) throw ambiguous(given, [...hashes], uses, sessions);
  const [hash] = hashes;
  if (hash === undefined) {
    const known = onDisk.locks.flatMap(({ lock }) => hashUses(lock));
    const nearest = nearestHashes(hex, known);
    const searched = searchedIn(onDisk.locks, sources);
    return {
      trace: null,
      nearest,
      searched,
      findings: [...findings, traceFinding("unknown-hash", { given, searched, nearest })],
    };
  }

  const inUse = disk.find((one) => one.uses.length > 0);
  const found = inUse?.found ?? history?.found ?? null;
  const trace: Trace = {
    ...{ hash, uses: distinct(inUse?.uses ?? uses.filter(isIn(found))), layers: [], files: [], text: null },
    inWorkingTree: inUse !== undefined,
    spans: history?.spans ?? [],
    sessions: sessions.map(({ prompt: _prompt, hash: _hash, ...session }) => session),
    sessionLayers: [],
  };
  if (found !== null && trace.uses.length > 0) await addTexts(trace, found, sources);
  else if (sessions.length > 0) await addSession(trace, sessions[0]!, onDisk.locks, sources);
  return { trace, findings: [...findings, ...missing(trace)] };
}

/** The lock that the prompts on disk would have, and the one that is there. */
function locksOnDisk(tree: SourceTree): { locks: FoundLock[]; findings: Finding[] } {
  const locks: FoundLock[] = [];
  const findings: Finding[] = [];
  const { prompts, findings: problems } = loadPrompts(tree);
  const [error] = problems.filter(({ severity }) => severity === "error");
  if (error === undefined) locks.push({ lock: buildLock(prompts).lock, at: "." });
  else {
    const { message: problem, file, line } = error;
    const place = { ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }) };
    findings.push(traceFinding("prompts-unusable", { problem }, place, "warning"));
  }
  const entry = tree.lookup(lockPath);
  const read = entry.kind === "file" ? readLock(decodeUtf8(entry.read()) ?? "") : undefined;
  if (read?.kind === "lock") locks.push({ lock: read.lock, at: "." });
  return { locks, findings };
}

function missing({ files, sessionLayers: layers }: Trace): Finding[] {
  const lost = files.filter(({ text }) => text === null);
  const needed = layers
    .filter(({ state }) => state === "missing" || state === "template")
    .map(({ id }) => id);
  return [
    ...lost.map(({ file, layer, version }) => traceFinding("not-restored", { layer, version }, { file })),
    ...(needed.length === 0 ? [] : [traceFinding("object-needed", { layers: needed }, {}, "warning")]),
  ];
}

function ambiguous(given: string, hashes: Sha256[], uses: HashUse[], sessions: SessionPrompt[]): UserError {
  const candidates = hashes.map((hash) => {
    const use = uses.find((one) => one.hash === hash);
    const session = sessions.find((one) => one.hash === hash);
    return `${hash} (${use === undefined ? `${session!.as.join(", ")} of session ${session!.session}` : describeUse(use)})`;
  });
  return new UserError([traceFinding("ambiguous-hash", { given, candidates })]);
}

function searchedIn(locks: readonly FoundLock[], { repository, records }: TraceSources): string[] {
  return [
    ...(locks.length === 0 ? [] : ["the prompts on disk and their lock"]),
    ...(repository === null ? [] : [`every commit of the lock${repository.shallow ? " in this clone" : ""}`]),
    `${records.records.length} session record${records.records.length === 1 ? "" : "s"}`,
  ];
}

function isIn(found: FoundLock | null): (use: HashUse) => boolean {
  const known = new Set(found === null ? [] : hashUses(found.lock).map((use) => JSON.stringify(use)));
  return (use) => known.has(JSON.stringify(use));
}

function distinct(uses: readonly HashUse[]): HashUse[] {
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
}
