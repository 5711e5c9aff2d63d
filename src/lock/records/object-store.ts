import { readFileSync } from "node:fs";
import path from "node:path";
import {
  type Finding,
  makeHiddenFolder,
  makePrivateFolder,
  type Sha256,
  sha256,
  writeFileAtomic,
} from "../../util/index.ts";
import { recordFinding } from "./messages.ts";

/** Texts by their own hash: each is there once, and none is believed without a look at its bytes. */
export interface ObjectStore {
  /** Keeps the bytes and returns their name. One that is there is left alone, a damaged one is mended. */
  put(bytes: string | Uint8Array): Sha256;
  /** The bytes, or why they cannot be had: not there, not readable, or not those of the name. */
  get(hash: Sha256): { bytes: Uint8Array } | { finding: Finding };
}

/** The object store in a folder of records: `objects/<first two hex digits>/<64 hex digits>`. Makes nothing by itself. */
export function openObjectStore(dir: string): ObjectStore {
  const fileOf = (hash: Sha256): string => {
    const hex = hash.slice("sha256:".length);
    return path.join(dir, "objects", hex.slice(0, 2), hex);
  };
  return {
    put(bytes) {
      const hash = sha256(bytes);
      const file = fileOf(hash);
      makeHiddenFolder(dir);
      for (const folder of [path.join(dir, "objects"), path.dirname(file)]) makePrivateFolder(folder);
      writeFileAtomic(file, bytes, 0o600);
      return hash;
    },
    get(hash) {
      const file = fileOf(hash);
      let bytes: Uint8Array;
      try {
        bytes = readFileSync(file);
      } catch (error) {
        const { code = "error" } = error as NodeJS.ErrnoException;
        if (code === "ENOENT") return { finding: recordFinding("object-missing", { hash }) };
        return { finding: recordFinding("object-unreadable", { code }, { file }) };
      }
      const found = sha256(bytes);
      if (found === hash) return { bytes };
      return { finding: recordFinding("object-damaged", { hash, found }, { file }) };
    },
  };
}
