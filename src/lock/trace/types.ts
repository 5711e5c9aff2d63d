import type { Commit, Repository, SourceTree } from "../../load/index.ts";
import type { Sha256 } from "../../util/index.ts";
import type { ObjectStore, SessionRecords } from "../records/index.ts";

/** Where hashes are looked up. */
export interface TraceSources {
  /** The working tree. */
  tree: SourceTree;
  /** null outside git. */
  repository: Repository | null;
  records: SessionRecords;
  store: ObjectStore;
}

/** What a hash is of. */
export type HashKind = "recipe" | "assembly" | "prefix" | "layer" | "layer-file" | "tools" | "contract";

/** One thing of a lock that bears a hash. */
export interface HashUse {
  hash: Sha256;
  kind: HashKind;
  stack: string;
  variant?: string;
  profile?: string;
  /** Assembled for. */
  model?: string;
  /** Of a layer: its id. */
  layer?: string;
  /** Of a layer file or contract: its key in the lock. */
  key?: string;
}

/** While a hash was in the lock: the commit that brought it, and the one that ended it; null while it still stands. */
export interface Span {
  from: Commit;
  until: Commit | null;
}

/** A layer file as it was; `text` is what its sourceHash is of. */
export interface RestoredFile {
  file: string;
  layer: string;
  version: string;
  sourceHash: Sha256;
  /** null: no commit that was looked at has these bytes. */
  text: string | null;
  /** Where the bytes are from: a commit, or "." for the working tree. */
  at: string | null;
}

/** A layer of a recorded session, and how much of it can be had. */
export interface SessionLayer {
  id: string;
  version: string | null;
  hash?: Sha256;
  /** exact: its very bytes. template: its file, into which the session's values went. missing: only the object store could have it. */
  state: "exact" | "template" | "missing" | "secret";
  text?: string;
  /** What is wrong with the object store's copy. */
  problem?: string;
}

/** A session that used a prompt. */
export interface TracedSession {
  session: string;
  time: string;
  /** Which of the record's hashes it is; a text without secrets, or cached whole, has one hash for two. */
  as: string[];
  stack: string;
  variant: string;
  profile: string;
  model: string;
  recipeHash: Sha256;
  commit: string | null;
}

/** Everything that is known of a hash. */
export interface Trace {
  hash: Sha256;
  uses: HashUse[];
  /** Whether the prompts on disk bear it, and whether the lock of HEAD does. */
  inWorkingTree: boolean;
  spans: Span[];
  sessions: TracedSession[];
  /** The recipe's layers that the profile can select, with the versions of their files. */
  layers: string[];
  files: RestoredFile[];
  /** The exact bytes that the hash is of, where they can be made or were kept. */
  text: string | null;
  /** The layers of the first session, where the hash is known from sessions alone. */
  sessionLayers: SessionLayer[];
}
