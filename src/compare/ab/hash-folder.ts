import type { SourceTree } from "../../load/index.ts";
import { type Sha256, sha256, stableJson } from "../../util/index.ts";

/** Of all that a folder holds: names and bytes, and what stands there that cannot be read. */
function hashFolder(tree: SourceTree, folder: string): Sha256 {
  return sha256(stableJson(walk(tree, folder, "")));
}

/** The hash of each scenario's folder: the worlds that cases are in. */
export function hashWorlds(tree: SourceTree, scenarios: Iterable<string>): Record<string, Sha256> {
  return Object.fromEntries([...scenarios].map((id) => [id, hashFolder(tree, `corpus/scenarios/${id}`)]));
}

function walk(tree: SourceTree, folder: string, below: string): [path: string, content: string][] {
  const path = below === "" ? folder : `${folder}/${below}`;
  const entry = tree.lookup(path);
  if (entry.kind === "file") return [[below, bytesHash(() => entry.read())]];
  if (entry.kind !== "directory") return [[below, entry.kind]];
  // A link may lead back to a folder above it.
  if (entry.link !== undefined) return [[below, `link ${entry.link}`]];
  return entry.names.flatMap((name) => walk(tree, folder, below === "" ? name : `${below}/${name}`));
}

function bytesHash(read: () => Uint8Array): string {
  try {
    return sha256(read());
  } catch {
    return "unreadable";
  }
}
