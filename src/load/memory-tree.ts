import type { Entry, SourceTree } from "./source-tree.ts";
import { treePath } from "./source-tree.ts";

/** A tree from values, for tests, for proposals that are not written yet, and over another tree. `null` hides a path. */
export function memoryTree(
  files: Record<string, string | Uint8Array | null>,
  under?: SourceTree,
): SourceTree {
  const entries = new Map<string, Entry>();
  const folders = new Map<string, Set<string>>([["", new Set()]]);
  for (const [name, content] of Object.entries(files)) {
    const file = treePath(name) ?? name;
    const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
    const entry: Entry =
      bytes === null
        ? { kind: "missing" }
        : { kind: "file", path: file, size: bytes.length, read: () => bytes };
    entries.set(file, entry);
    if (content !== null) addToFolders(file, folders);
  }

  /** Whether a file stands, or nothing, where a folder above the path would be. */
  function isHidden(at: string): boolean {
    const parts = at.split("/");
    return parts.some(
      (_, i) =>
        i > 0 && entries.has(parts.slice(0, i).join("/")) && !folders.has(parts.slice(0, i).join("/")),
    );
  }

  function lookup(at: string): Entry {
    const clean = treePath(at);
    if (clean === undefined) return { kind: "outside", link: at };
    const own = entries.get(clean);
    if (own !== undefined && !folders.has(clean)) return own;
    if (isHidden(clean)) return { kind: "missing" };
    const names = folders.get(clean);
    const below =
      own === undefined ? (under?.lookup(clean) ?? { kind: "missing" }) : { kind: "missing" as const };
    if (names === undefined && below.kind !== "directory") return below;
    const all = new Set([...(names ?? []), ...(below.kind === "directory" ? below.names : [])]);
    const child = (name: string) => (clean === "" ? name : `${clean}/${name}`);
    const visible = [...all].filter(
      (name) => folders.has(child(name)) || entries.get(child(name))?.kind !== "missing",
    );
    return { kind: "directory", path: clean, names: visible.toSorted() };
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
