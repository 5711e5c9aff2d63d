import { canonicalText, compareText, diffLibrary, sha256 } from "../../util/index.ts";
import type { SourceTree } from "../source-tree.ts";

/** The share of its lines, by length, that a file must keep to count as the same one; git's own default. */
const leastAlike = 0.5;

/** Files that one side alone has, compared by what is in them; more pairs than this are not. */
const maxPairs = 10_000;

/** Files below prompts/ that stand under another path in the second tree: path before → path after. */
export function renamedFiles(before: SourceTree, after: SourceTree): Map<string, string> {
  const [old, now] = [filesBelow(before, "prompts"), filesBelow(after, "prompts")];
  const gone = old
    .filter((path) => !now.includes(path))
    .map((path) => ({ path, text: textAt(before, path) }));
  const come = now.filter((path) => !old.includes(path)).map((path) => ({ path, text: textAt(after, path) }));
  if (gone.length * come.length > maxPairs) return new Map();
  const pairs = gone
    .flatMap((one) => come.map((other) => ({ one, other, score: likeness(one, other) })))
    .filter(({ score }) => score >= leastAlike)
    .toSorted(
      (a, b) =>
        b.score - a.score || compareText(a.one.path, b.one.path) || compareText(a.other.path, b.other.path),
    );
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  for (const { one, other } of pairs) {
    if (renames.has(one.path) || taken.has(other.path)) continue;
    renames.set(one.path, other.path);
    taken.add(other.path);
  }
  return renames;
}

interface Content {
  path: string;
  text: string;
}

/** 0 to 1; of two equal files the one that kept its name comes first. An empty file is like nothing. */
function likeness(one: Content, other: Content): number {
  if (one.text === "" || other.text === "") return 0;
  const sameName = baseName(one.path) === baseName(other.path) ? 0.001 : 0;
  if (sha256(one.text) === sha256(other.text)) return 1 + sameName;
  const longer = Math.max(one.text.length, other.text.length);
  if (Math.min(one.text.length, other.text.length) < longer * leastAlike) return 0;
  const parts = diffLibrary().diffLines(one.text, other.text, { maxEditLength: 2000 }) ?? [];
  const kept = parts.filter(({ added, removed }) => !added && !removed);
  return kept.reduce((sum, { value }) => sum + value.length, 0) / longer + sameName;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function textAt(tree: SourceTree, path: string): string {
  const entry = tree.lookup(path);
  try {
    return entry.kind === "file" ? canonicalText(Buffer.from(entry.read()).toString("utf8")) : "";
  } catch {
    return "";
  }
}

/** Links are files of the place that they lead to. */
function filesBelow(tree: SourceTree, folder: string): string[] {
  const entry = tree.lookup(folder);
  if (entry.kind === "file") return entry.link === undefined ? [folder] : [];
  if (entry.kind !== "directory" || entry.link !== undefined) return [];
  return entry.names.flatMap((name) => filesBelow(tree, `${folder}/${name}`));
}
