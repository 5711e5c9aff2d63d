import type { Entry, SourceTree } from "./source-tree.ts";
import { treePath } from "./source-tree.ts";

/** A tree from values, for tests, for proposals that are not written yet, and over another tree. `null` hides a path. */
export function memoryTree(
  files: Record<string, string | Uint8Array | null>,
  under?: SourceTree,
): SourceTree {
  const entries = new Map<string, Entry>();
  const folders = new Map<string, Set<string>>([["", new Set()]]);
  for (const [file, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
    const entry: Entry =
      bytes === null
        ? { kind: "missing" }
        : { kind: "file", path: file, size: bytes.length, read: () => bytes };
    entries.set(file, entry);
    if (content !== null) addToFolders(file, folders);
  }

  function lookup(at: string): Entry {
    const clean = treePath(at);
    if (clean === undefined) return { kind: "outside", link: at };
    const own = entries.get(clean);
    if (own !== undefined) return own;
    const names = folders.get(clean);
    const below = under?.lookup(clean) ?? { kind: "missing" };
    if (names === undefined && below.kind !== "directory") return below;
    const all = new Set([...(names ?? []), ...(below.kind === "directory" ? below.names : [])]);
    const visible = [...all].filter(
      (name) => entries.get(clean === "" ? name : `${clean}/${name}`)?.kind !== "missing",
    );
    const entry: Entry = { kind: "directory", path: clean, names: visible.toSorted() };
    entries.set(clean, entry);
    return entry;
  }
  return { lookup };
}

function addToFolders(file: string, folders: Map<string, Set<string>>): void {
  const parts = file.split("/");
  for (let i = parts.length - 1; i >= 0; i--) {
    const folder = parts.slice(0, i).join("/");
    const names = folders.get(folder) ?? new Set();
    names.add(parts[i]!);
    folders.set(folder, names);
  }
}
