import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { sha256 } from "./sha256.ts";
import { writeFileAtomic } from "./write-file.ts";

/** Plain values of YAML texts that were parsed before: parsing them is half of what a short command does. */
export interface ParseCache {
  /** A value of its own for every call; undefined for a text that is not known. */
  get(text: string): { value: unknown } | undefined;
  /** Only of texts without a problem. */
  put(text: string, value: unknown): void;
  /** Writes what is new. A cache that cannot be written is none, and no reason to fail. */
  save(): void;
}

/** Texts that are kept, those used last first. A large repository has some hundred files. */
const most = 1000;

/** The parser and its settings are part of what a value is made from. */
const format = "strata-parsed 1 yaml-2.9.1";

/** A cache in one file; a file that is missing, damaged or of another version is an empty one. */
export function openParseCache(file: string): ParseCache {
  let lines: Map<string, string> | undefined;
  const used = new Map<string, string>();
  let isNew = false;
  const keyOf = (text: string) => sha256(text).slice("sha256:".length);
  return {
    get(text) {
      lines ??= readLines(file);
      const key = keyOf(text);
      const json = used.get(key) ?? lines.get(key);
      if (json === undefined) return undefined;
      used.set(key, json);
      return { value: JSON.parse(json) };
    },
    put(text, value) {
      const json = JSON.stringify(value);
      // Not every value of YAML is one of JSON.
      if (json === undefined || !isDeepStrictEqual(JSON.parse(json), value)) return;
      used.set(keyOf(text), json);
      isNew = true;
    },
    save() {
      if (!isNew) return;
      const kept = [...new Map([...used, ...(lines ?? [])])].slice(0, most);
      const body = kept.map(([key, json]) => `${key} ${used.get(key) ?? json}\n`).join("");
      try {
        writeFileAtomic(file, `${format} ${sha256(body)}\n${body}`, 0o600);
      } catch {
        // Next time it is parsed again.
      }
    },
  };
}

function readLines(file: string): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return new Map();
  }
  const end = text.indexOf("\n") + 1;
  const body = text.slice(end);
  if (text.slice(0, end) !== `${format} ${sha256(body)}\n`) return new Map();
  return new Map(
    body
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, 64), line.slice(65)]),
  );
}
