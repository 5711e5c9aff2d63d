import { canonicalText, decodeUtf8, type Sha256, sha256 } from "../util/index.ts";
import type { Entry } from "./source-tree.ts";

/** A file's canonical text, or why there is none. `undecoded` keeps what UTF-8 allows for stacks that do not ask. */
export type EntryText =
  | { kind: "text"; text: string; hash: Sha256; nulAt: number | null }
  /** `line` is that of the first bad byte. */
  | { kind: "not-utf8"; line: number }
  | { kind: "unreadable"; reason: string };

const memo = new WeakMap<Entry, EntryText>();

/** Reads and decodes a file entry once. `nulAt` is the line of the first NUL byte. */
export function entryText(entry: Entry & { kind: "file" }): EntryText {
  let text = memo.get(entry);
  if (text === undefined) memo.set(entry, (text = decode(entry)));
  return text;
}

function decode(entry: Entry & { kind: "file" }): EntryText {
  let bytes: Uint8Array;
  try {
    bytes = entry.read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    const denied = code === "EACCES" || code === "EPERM";
    return { kind: "unreadable", reason: denied ? "no permission to read it" : `cannot be read (${code})` };
  }
  const decoded = decodeUtf8(bytes);
  if (decoded === undefined) {
    const lossy = canonicalText(Buffer.from(bytes).toString("utf8"));
    return { kind: "not-utf8", line: lineOf(lossy, lossy.indexOf("\ufffd")) };
  }
  const text = canonicalText(decoded);
  const nul = text.indexOf("\0");
  return { kind: "text", text, hash: sha256(text), nulAt: nul < 0 ? null : lineOf(text, nul) };
}

/** The line, from 1, of an offset in a text. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < offset; i = text.indexOf("\n", i + 1)) line++;
  return line;
}
