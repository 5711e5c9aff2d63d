import { type SourceTree, splitFrontMatter } from "../../load/index.ts";
import { canonicalText, decodeUtf8, requireBeside, UserError } from "../../util/index.ts";
import type { VersionPlace } from "../lock-file/layer-files.ts";
import { lockFinding } from "../lock-file/messages.ts";
import type { VersionEdit } from "./plan-bump.ts";

/** The files that a bump changes, by path, with their new bytes; every byte outside the versions stays. */
export function editVersions(tree: SourceTree, edits: readonly VersionEdit[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { at, from, to } of edits) {
    const edited = editVersion(texts.get(at.file) ?? rawText(tree, at.file), at, from, to);
    if (edited === undefined)
      throw new UserError([lockFinding("cannot-edit-version", at, { file: at.file })]);
    texts.set(at.file, edited);
  }
  return texts;
}

function rawText(tree: SourceTree, file: string): string {
  const entry = tree.lookup(file);
  return (entry.kind === "file" ? decodeUtf8(entry.read()) : undefined) ?? "";
}

/** A file's text with another version at a place; undefined when there is none. */
export function editVersion(raw: string, at: VersionPlace, from: string, to: string): string | undefined {
  const text = canonicalText(raw);
  const yaml = at.kind === "stack" ? text : frontMatter(text);
  if (yaml === undefined) return undefined;
  const start = at.kind === "stack" ? 0 : "---\n".length;
  // The YAML parser is loaded only to change a file.
  const { versionRange } = requireBeside(import.meta, "version-range") as typeof import("./version-range.ts");
  const range = versionRange(yaml, at);
  if (range === undefined) return undefined;
  const [begin, end] = range;
  const written = yaml.slice(begin, end);
  // Kept with the quotes it has, unless an alias or an escape stands for it.
  const value = written.includes(from) ? written.replace(from, to) : `"${to}"`;
  const offset = rawOffsets(raw);
  return raw.slice(0, offset(start + begin)) + value + raw.slice(offset(start + end));
}

function frontMatter(text: string): string | undefined {
  const split = splitFrontMatter(text);
  return split === null || split === "unterminated" ? undefined : split.yaml;
}

/** From an offset in the canonical text to the one in the text that it was made of. */
function rawOffsets(raw: string): (offset: number) => number {
  const offsets: number[] = [];
  for (let i = raw.charCodeAt(0) === 0xfeff ? 1 : 0; i < raw.length; i++) {
    offsets.push(i);
    if (raw[i] === "\r" && raw[i + 1] === "\n") i++;
  }
  return (offset) => offsets[offset] ?? raw.length;
}
