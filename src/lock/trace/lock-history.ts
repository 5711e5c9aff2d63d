import type { Repository } from "../../load/index.ts";
import type { Lock } from "../../schema/index.ts";
import { decodeUtf8 } from "../../util/index.ts";
import { lockPath, readLock } from "../lock-file/read-lock.ts";
import { hashUses } from "./hash-uses.ts";
import type { HashUse, Span } from "./types.ts";

/** A lock that bears a hash, and where its prompts are: a commit, or "." for the working tree. */
export interface FoundLock {
  lock: Lock;
  at: string;
}

/** What the history of the lock knows of a hash. */
export interface LockHistory {
  spans: Span[];
  /** The newest commit's lock that bears it. */
  found: FoundLock | null;
  uses: HashUse[];
}

/** Looks a hash, or its first digits, up in every commit of HEAD that changed how often the lock holds it. */
export async function searchHistory(repository: Repository, hex: string): Promise<LockHistory> {
  const needle = `sha256:${hex}`;
  const newestFirst = await repository.log({ paths: [lockPath], needle });
  const spans: Span[] = [];
  const uses: HashUse[] = [];
  let found: FoundLock | null = null;
  for (const commit of newestFirst.toReversed()) {
    const text = decodeUtf8((await repository.read(commit.commit, lockPath)) ?? new Uint8Array()) ?? "";
    const open = spans.at(-1)?.until === null ? spans.at(-1) : undefined;
    if (!text.includes(needle)) {
      if (open !== undefined) open.until = commit;
      continue;
    }
    if (open === undefined) spans.push({ from: commit, until: null });
    const read = readLock(text);
    if (read.kind !== "lock") continue;
    found = { lock: read.lock, at: commit.commit };
    uses.push(...hashUses(read.lock).filter(({ hash }) => hash.startsWith(needle)));
  }
  return { spans, found, uses };
}
