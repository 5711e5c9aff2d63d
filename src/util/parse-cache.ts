import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { sha256 } from "./sha256.ts";
import { writeFileAtomic } from "./write-file.ts";

/** Plain values that were made of texts before: parsing and checking them is half of what a short command does. */
export interface ParseCache {
  /** A value of its own for every call; undefined for a text that is not known. `kind` is what was made of it. */
  get(kind: string, text: string): { value: unknown } | undefined;
  /** Only of texts without a problem. Whether it was kept: JSON holds no NaN, and nothing that is undefined. */
  put(kind: string, text: string, value: unknown): boolean;
  /** Writes what is new. A cache that cannot be written is none, and no reason to fail. */
  save(): void;
}

/** Values that are kept, those used last first. A large repository has some hundred files, with three values each. */
const most = 3000;

/** Of a hash, in hex digits. */
const keyLength = 64;

/**
 * A cache in one file; a file that is missing, damaged or made by other code is an empty one. `codeHash` identifies the
 * code that values are made by, and is asked for once.
 */
export function openParseCache(file: string, codeHash: () => string): ParseCache {
  let head: string | undefined;
  const headOf = () => (head ??= `strata-parsed 2 ${codeHash()}`);
  let stored: ReadonlyMap<string, Buffer> | undefined;
  const used = new Map<string, string>();
  let isNew = false;
  const keyOf = (kind: string, text: string) => sha256(`${kind}\n${text}`).slice("sha256:".length);
  return {
    get(kind, text) {
      stored ??= readStored(file, headOf());
      const key = keyOf(kind, text);
      const json = used.get(key) ?? stored.get(key)?.toString("utf8");
      if (json === undefined) return undefined;
      used.set(key, json);
      return { value: JSON.parse(json) };
    },
    put(kind, text, value) {
      const json = JSON.stringify(value);
      if (json === undefined || !isDeepStrictEqual(JSON.parse(json), value)) return false;
      used.set(keyOf(kind, text), json);
      isNew = true;
      return true;
    },
    save() {
      if (!isNew) return;
      const kept = [...new Set([...used.keys(), ...(stored ?? new Map()).keys()])].slice(0, most);
      const body = kept
        .map((key) => `${key} ${used.get(key) ?? stored!.get(key)!.toString("utf8")}\n`)
        .join("");
      try {
        writeFileAtomic(file, `${headOf()} ${sha256(body)}\n${body}`, 0o600);
      } catch {
        // Next time it is parsed again.
      }
    },
  };
}

/** Values by their keys, as bytes: most are of no use to the command that runs. */
function readStored(file: string, head: string): ReadonlyMap<string, Buffer> {
  const stored = new Map<string, Buffer>();
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return stored;
  }
  let at = bytes.indexOf("\n") + 1;
  if (bytes.toString("utf8", 0, at) !== `${head} ${sha256(bytes.subarray(at))}\n`) return stored;
  while (at < bytes.length) {
    const end = bytes.indexOf("\n", at);
    if (end < 0) break;
    const value = at + keyLength + 1;
    stored.set(bytes.toString("latin1", at, at + keyLength), bytes.subarray(value, end));
    at = end + 1;
  }
  return stored;
}
