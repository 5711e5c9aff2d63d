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

/** What is kept beside the values that were used last, in bytes: every command reads the whole file. */
const mostOthers = 2_000_000;

const head = "strata-parsed 3";

/** Of a hash, in hex digits. */
const keyLength = 64;

/**
 * A cache in one file; a file that is missing or damaged is an empty one. `codeHash` identifies the code that values are
 * made by, and is asked for once: what other code made is not found, and two versions can share the file.
 */
export function openParseCache(file: string, codeHash: () => string): ParseCache {
  let code: string | undefined;
  let stored: ReadonlyMap<string, Buffer> | undefined;
  const used = new Map<string, string>();
  let isNew = false;
  const keyOf = (kind: string, text: string) =>
    sha256(`${(code ??= codeHash())}\n${kind}\n${text}`).slice("sha256:".length);
  return {
    get(kind, text) {
      stored ??= readStored(file);
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
      const lines = [...used].map(([key, json]) => `${key} ${json}\n`);
      let left = mostOthers;
      // Read again: another process may have written meanwhile.
      for (const [key, json] of readStored(file)) {
        if (used.has(key) || (left -= json.length) < 0) continue;
        lines.push(`${key} ${json.toString("utf8")}\n`);
      }
      const body = lines.join("");
      try {
        writeFileAtomic(file, `${head} ${sha256(body)}\n${body}`, 0o600);
      } catch {
        // Next time it is parsed again.
      }
    },
  };
}

/** Values by their keys, as bytes: most are of no use to the command that runs. */
function readStored(file: string): ReadonlyMap<string, Buffer> {
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
