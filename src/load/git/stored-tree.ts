import { type Entry, type SourceTree, treePath } from "../source-tree.ts";
import { readBlobs } from "./read-blobs.ts";

/** One path as git stores it. */
export interface Stored {
  kind: "file" | "link" | "special" | "unmerged";
  id: string;
}

/** What is in a folder, by name. */
export type Folder = Map<string, Stored | "folder">;

/** The folders that Strata reads; they are listed whole, and all others one by one when something leads there. */
export const ownFolders = ["prompts", "corpus", "evals"];

/** Files that are mostly wanted together, and that one process brings; prompts without the corpus, cases without recordings. */
function groupOf(path: string): string | undefined {
  const [top = "", second = ""] = path.split("/");
  if (!ownFolders.includes(top)) return undefined;
  return top === "corpus" ? `${top}/${second}` : top;
}

/** A link that leads on over more links than this leads nowhere, as on Linux. */
const maxLinks = 40;

/** A tree from what its folders list; links are followed inside it, and contents are read when they are asked for. */
export function storedTree(gitDir: string, listFolder: (folder: string) => Folder | undefined): SourceTree {
  const lists = new Map<string, Folder | undefined>();
  const entries = new Map<string, Entry>();
  const blobs = new Map<string, Uint8Array>();

  function list(folder: string): Folder | undefined {
    if (!lists.has(folder)) lists.set(folder, listFolder(folder));
    return lists.get(folder);
  }

  function idsBelow(folder: string): string[] {
    return [...(list(folder) ?? [])].flatMap(([name, stored]) => {
      if (stored === "folder") return idsBelow(`${folder}/${name}`);
      return stored.kind === "file" || stored.kind === "link" ? [stored.id] : [];
    });
  }

  function read({ id }: Stored, path: string): Uint8Array {
    if (!blobs.has(id)) {
      const group = groupOf(path);
      const wanted = new Set(
        [id, ...(group === undefined ? [] : idsBelow(group))].filter((one) => !blobs.has(one)),
      );
      for (const [key, bytes] of readBlobs(gitDir, [...wanted])) blobs.set(key, bytes);
    }
    const bytes = blobs.get(id);
    if (bytes === undefined) throw Object.assign(new Error(path), { code: "not in this clone" });
    return bytes;
  }

  function lookup(at: string): Entry {
    const clean = treePath(at);
    if (clean === undefined) return { kind: "outside", link: at };
    let entry = entries.get(clean);
    if (entry === undefined) entries.set(clean, (entry = find(clean, 0)));
    return entry;
  }

  function find(at: string, links: number): Entry {
    if (at === "") return { kind: "directory", path: "", names: [...(list("")?.keys() ?? [])].toSorted() };
    const { parent: above, name } = splitPath(at);
    const parent = links === 0 ? lookup(above) : find(above, links);
    if (parent.kind === "file" || parent.kind === "special") return { kind: "missing" };
    if (parent.kind !== "directory") return parent;
    const stored = list(parent.path)?.get(name);
    if (stored === undefined) return { kind: "missing" };
    const entry = open(parent.path === "" ? name : `${parent.path}/${name}`, stored, links);
    return parent.link !== undefined && "path" in entry && entry.link === undefined
      ? { ...entry, link: parent.link, linkAbove: true }
      : entry;
  }

  function open(path: string, stored: Stored | "folder", links: number): Entry {
    if (stored === "folder")
      return { kind: "directory", path, names: [...(list(path)?.keys() ?? [])].toSorted() };
    if (stored.kind === "link") return follow(path, Buffer.from(read(stored, path)).toString("utf8"), links);
    if (stored.kind === "special") return { kind: "special" };
    if (stored.kind === "unmerged") return { kind: "unreadable", reason: "has a conflict in the index" };
    const bytes = () => read(stored, path);
    return {
      kind: "file",
      path,
      get size() {
        return bytes().length;
      },
      read: bytes,
    };
  }

  function follow(path: string, link: string, links: number): Entry {
    if (links === maxLinks) return { kind: "missing", link };
    // What an absolute path leads to depends on the machine.
    const target = link.startsWith("/") ? undefined : treePath(splitPath(path).parent, link);
    if (target === undefined) return { kind: "outside", link };
    const entry = find(target, links + 1);
    if ("path" in entry) return { ...entry, link };
    return entry.kind === "missing" ? { kind: "missing", link } : entry;
  }

  return { lookup };
}

/** A path's folder and name. */
export function splitPath(path: string): { parent: string; name: string } {
  const slash = path.lastIndexOf("/");
  return { parent: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}
