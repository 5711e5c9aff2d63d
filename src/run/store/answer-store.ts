import type { Kept } from "../types.ts";
import type { Sha256 } from "../../util/index.ts";
import type { AnswerFolder } from "./answer-folder.ts";
import type { Entry } from "./entry.ts";

/**
 * auto: what is stored, else a call. live: always a call. record: as auto, and all of it ends up in the recordings.
 * replay: what is stored, never a call.
 */
export type Mode = "auto" | "live" | "record" | "replay";

export interface StoredAnswer {
  entry: Entry;
  from: Kept;
}

/** The cache and the recordings of a run, as its mode lets them be used. */
export interface AnswerStore {
  mode: Mode;
  has(requestKey: Sha256, salt: string): boolean;
  find(requestKey: Sha256, salt: string): StoredAnswer | undefined;
  keep(entry: Entry): void;
  /** What is read, in order. */
  folders: readonly AnswerFolder[];
}

/** With recordings, replay reads them alone: what only this machine has cached would be missing elsewhere. */
export function createStore(mode: Mode, cache: AnswerFolder, recordings: AnswerFolder | null): AnswerStore {
  const sources: { folder: AnswerFolder; from: Kept }[] = [
    ...(recordings === null ? [] : [{ folder: recordings, from: "recordings" as const }]),
    ...(mode === "replay" && recordings !== null ? [] : [{ folder: cache, from: "cache" as const }]),
  ];
  return {
    mode,
    folders: sources.map(({ folder }) => folder),
    has: (key, salt) => mode !== "live" && sources.some(({ folder }) => folder.has(key, salt)),
    find(key, salt) {
      if (mode === "live") return undefined;
      for (const { folder, from } of sources) {
        const entry = folder.read(key, salt);
        if (entry === undefined) continue;
        if (mode === "record" && from === "cache") recordings?.write(withSystem(entry, folder));
        return { entry, from };
      }
      return undefined;
    },
    keep(entry) {
      // Recordings first: they are what the user asked for.
      if (mode === "record") recordings?.write(entry);
      cache.write(entry);
    },
  };
}

function withSystem(entry: Entry, folder: AnswerFolder): Entry {
  return { ...entry, request: { ...entry.request, system: folder.system(entry) ?? "" } };
}
