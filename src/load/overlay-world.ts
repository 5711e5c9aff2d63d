import { type Entry, treePath } from "./source-tree.ts";
import type { World } from "./world.ts";

/** What a session did to a file: its new text, its removal, or a link in its place. */
export type Written = string | Uint8Array | null | { link: string };

type Node = (Entry & { kind: "file" }) | { kind: "link"; target: string } | { kind: "gone" } | Folder;

interface Folder {
  kind: "folder";
  /** Nothing of the world below shows through: a file was here, or the folder was removed. */
  opaque: boolean;
  children: Map<string, Node>;
}

/** Where a path leads once written links are followed. */
interface Place {
  path: string;
  /** The node there, or the one that is in the way of `rest`. */
  node: Exclude<Node, { kind: "link" }> | undefined;
  rest: string;
  /** Nothing of the world below shows through here. */
  opaque: boolean;
  /** The first link that stands at the path itself. */
  link?: string;
  /** Else the last link among the folders above it, and where that leads. */
  above?: { link: string; target: string };
}

/** As many links as Linux follows before it gives up. */
const maxLinks = 40;

/**
 * A world in which files were written, removed or replaced by links, one after the other; folders are made as needed.
 * Paths are absolute. Links that were written are followed; those of the world below lead where they led before.
 */
export function overlayWorld(
  below: World,
  writes: Iterable<readonly [path: string, content: Written]>,
): World {
  const top: Folder = { kind: "folder", opaque: false, children: new Map() };
  for (const [path, content] of writes) write(normal(path), content);

  function write(path: string, content: Written): void {
    // Links among the folders are followed, one in the file's own place is replaced.
    const slash = path.lastIndexOf("/");
    const parent = placeOf(path.slice(0, slash) || "/");
    const at = normal(`${"path" in parent ? parent.path : ""}/${path.slice(slash + 1)}`);
    if (!("path" in parent) || at === "/") return;
    if (content === null && isNothing(at)) return;
    const names = at.slice(1).split("/");
    let folder = top;
    names.slice(0, -1).forEach((name, i) => {
      let child = folder.children.get(name);
      if (child?.kind !== "folder") {
        const opaque =
          folder.opaque || child !== undefined || isReplaced(`/${names.slice(0, i + 1).join("/")}`);
        folder.children.set(name, (child = { kind: "folder", opaque, children: new Map() }));
      }
      folder = child;
    });
    folder.children.set(names.at(-1)!, nodeOf(at, content));
  }

  function isNothing(path: string): boolean {
    const entry = lookup(path);
    return entry.kind === "missing" && entry.link === undefined;
  }

  /** Whether a folder at this path would stand where the world below has something else. */
  function isReplaced(path: string): boolean {
    const entry = below.lookup(path);
    return entry.kind !== "directory" && (entry.kind !== "missing" || entry.link !== undefined);
  }

  /** The node at a path, or the first on the way that is no folder; none where nothing was written. */
  function nodeAt(path: string): { node: Node | undefined; at: string; rest: string; opaque: boolean } {
    const names = path === "/" ? [] : path.slice(1).split("/");
    let folder = top;
    for (const [i, name] of names.entries()) {
      const node = folder.children.get(name);
      if (node?.kind !== "folder") {
        const [at, rest] = [names.slice(0, i + 1), names.slice(i + 1)];
        return { node, at: `/${at.join("/")}`, rest: rest.join("/"), opaque: folder.opaque };
      }
      folder = node;
    }
    return { node: folder, at: path, rest: "", opaque: folder.opaque };
  }

  /** Follows written links; one that leaves its root, or leads back to itself, leads nowhere. */
  function placeOf(start: string): Place | { lost: "outside" | "missing"; link: string } {
    let path = start;
    const links: Pick<Place, "link" | "above"> = {};
    for (let followed = 0; ; followed++) {
      const { node, at, rest, opaque } = nodeAt(path);
      if (node?.kind !== "link") return { ...links, path, node, rest, opaque };
      const link = links.link ?? node.target;
      if (followed === maxLinks) return { lost: "missing", link };
      const target = normal(node.target.startsWith("/") ? node.target : `${at}/../${node.target}`);
      const root = below.rootOf(target);
      if (root === undefined || root !== below.rootOf(at)) return { lost: "outside", link };
      if (rest === "") links.link = link;
      else links.above = { link, target };
      path = normal(`${target}/${rest}`);
    }
  }

  function lookup(path: string): Entry {
    const place = placeOf(normal(path));
    if ("lost" in place) return { kind: place.lost, link: place.link };
    const { link, above } = place;
    const entry = entryOf(place);
    if (entry.kind === "missing" && entry.link === undefined) {
      if (link !== undefined) return { kind: "missing", link };
      return above !== undefined && isNothing(above.target) ? { kind: "missing", link: above.link } : entry;
    }
    if (!("path" in entry)) return entry;
    if (link !== undefined) return { ...entry, link };
    return above === undefined || entry.link !== undefined
      ? entry
      : { ...entry, link: above.link, linkAbove: true };
  }

  function entryOf({ path, node, rest, opaque }: Place): Entry {
    if (node === undefined) return opaque ? { kind: "missing" } : below.lookup(path);
    if (node.kind === "folder") return directory(path, node);
    return node.kind === "file" && rest === "" ? node : { kind: "missing" };
  }

  function directory(path: string, { opaque, children }: Folder): Entry {
    const entry: Entry = opaque ? { kind: "missing" } : below.lookup(path);
    if (below.rootOf(path) === undefined) return entry;
    const names = new Set(entry.kind === "directory" ? entry.names : []);
    for (const [name, node] of children) {
      if (node.kind === "gone") names.delete(name);
      // A root inside another is no name of the other's folder.
      else if (below.rootOf(`${path}/${name}`) === below.rootOf(path)) names.add(name);
    }
    const base = entry.kind === "directory" ? entry : { kind: "directory" as const, path };
    return { ...base, names: [...names].toSorted() };
  }

  return { roots: below.roots, rootOf: below.rootOf, lookup };
}

function nodeOf(path: string, content: Written): Node {
  if (content === null) return { kind: "gone" };
  if (typeof content === "object" && "link" in content) return { kind: "link", target: content.link };
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  return { kind: "file", path, size: bytes.length, read: () => bytes };
}

/** Without `.`, `..` and empty names; above the root there is nothing but the root. */
function normal(path: string): string {
  return `/${treePath(path) ?? ""}`;
}
