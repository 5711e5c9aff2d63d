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

/**
 * A cache in one file; a file that is missing, damaged or made by other code is an empty one. `codeHash` identifies the
 * code that values are made by, and is asked for once.
 */
export function openParseCache(file: string, codeHash: () => string): ParseCache {
  let head: string | undefined;
  const headOf = () => (head ??= `strata-parsed 2 ${codeHash()}`);
  let lines: Map<string, string> | undefined;
  const used = new Map<string, string>();
  let isNew = false;
  const keyOf = (kind: string, text: string) => sha256(`${kind}\n${text}`).slice("sha256:".length);
  return {
    get(kind, text) {
      lines ??= readLines(file, headOf());
      const key = keyOf(kind, text);
      const json = used.get(key) ?? lines.get(key);
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
      const kept = [...new Map([...used, ...(lines ?? [])])].slice(0, most);
      const body = kept.map(([key, json]) => `${key} ${used.get(key) ?? json}\n`).join("");
      try {
        writeFileAtomic(file, `${headOf()} ${sha256(body)}\n${body}`, 0o600);
      } catch {
        // Next time it is parsed again.
      }
    },
  };
}

function readLines(file: string, head: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return new Map();
  }
  const end = text.indexOf("\n") + 1;
  const body = text.slice(end);
  if (text.slice(0, end) !== `${head} ${sha256(body)}\n`) return new Map();
  return new Map(
    body
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, 64), line.slice(65)]),
  );
}
