import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { makeHiddenFolder, type Sha256, sha256, writeFileAtomic } from "../../util/index.ts";
import { type Entry, entryPath, entryText, parseEntry, systemPath } from "./entry.ts";

/** A folder of stored answers, one file each, so that two processes or two branches never lose each other's. */
export interface AnswerFolder {
  dir: string;
  has(requestKey: Sha256, salt: string): boolean;
  read(requestKey: Sha256, salt: string): Entry | undefined;
  /** Throws when the disk refuses. */
  write(entry: Entry): void;
  /** Every entry that can be read. */
  all(): Generator<Entry>;
  /** The system text of an entry; undefined when it is gone. */
  system(entry: Entry): string | undefined;
  /** How many files were no entry, and so counted as missing. */
  broken(): number;
}

/** `hidden`: a folder above it that is this machine's alone. It is made so that nobody else, nor git, looks into it. */
export function openAnswers(dir: string, { hidden }: { hidden?: string } = {}): AnswerFolder {
  let broken = 0;
  const systems = new Set<string>();
  const read = (file: string, requestKey?: Sha256): Entry | undefined => {
    const text = readIfThere(path.join(dir, file));
    if (text === undefined) return undefined;
    const entry = parseEntry(text, requestKey);
    if (entry === undefined) broken++;
    return entry;
  };
  return {
    dir,
    has: (requestKey, salt) => existsSync(path.join(dir, entryPath(requestKey, salt))),
    read: (requestKey, salt) => read(entryPath(requestKey, salt), requestKey),
    write(entry) {
      if (hidden !== undefined && systems.size === 0 && !existsSync(hidden)) {
        makeHiddenFolder(hidden);
      }
      const system = sha256(entry.request.system);
      if (!systems.has(system)) {
        writeFileAtomic(path.join(dir, systemPath(system)), entry.request.system);
        systems.add(system);
      }
      const text = entryText({ ...entry, request: { ...entry.request, system } });
      writeFileAtomic(path.join(dir, entryPath(entry.requestKey, entry.salt)), text);
    },
    *all() {
      for (const folder of names(dir).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
        for (const name of names(path.join(dir, folder)).filter((one) => one.endsWith(".json"))) {
          const entry = read(`${folder}/${name}`);
          if (entry !== undefined) yield entry;
        }
      }
    },
    system: (entry) => readIfThere(path.join(dir, systemPath(entry.request.system as Sha256))),
    broken: () => broken,
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

function names(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).toSorted() : [];
}
