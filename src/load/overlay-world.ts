import type { Entry } from "./source-tree.ts";
import type { World } from "./world.ts";

/** What a session did to a file: its new text, its removal, or a link in its place. */
export type Written = string | Uint8Array | null | { link: string };

/** A world with files changed, by absolute path; what lies below stays as it was. */
export function overlayWorld(below: World, written: ReadonlyMap<string, Written>): World {
  const entries = new Map<string, Entry>();
  for (const [path, content] of written) entries.set(path, entryOf(path, content));

  function lookup(path: string): Entry {
    const own = entries.get(path);
    if (own?.kind === "missing" && own.link !== undefined) return followed(path, own.link);
    if (own !== undefined) return own;
    const entry = below.lookup(path);
    const inside = [...written].filter(([at]) => at.startsWith(`${path}/`));
    if (inside.length === 0 || (entry.kind !== "directory" && entry.kind !== "missing")) return entry;
    const names = new Set(entry.kind === "directory" ? entry.names : []);
    for (const [at, content] of inside) {
      const rest = at.slice(path.length + 1);
      const name = rest.split("/")[0]!;
      if (content !== null) names.add(name);
      else if (name === rest) names.delete(name);
    }
    return { kind: "directory", path, names: [...names].toSorted() };
  }

  function followed(path: string, link: string): Entry {
    const target = link.startsWith("/") ? link : `${path.slice(0, path.lastIndexOf("/"))}/${link}`;
    if (below.rootOf(target) === undefined || below.rootOf(target) !== below.rootOf(path)) return { kind: "outside", link };
    const entry = target === path ? undefined : lookup(target);
    if (entry === undefined || entry.kind === "missing") return { kind: "missing", link };
    return "path" in entry ? { ...entry, link } : entry;
  }

  return { roots: below.roots, rootOf: below.rootOf, lookup };
}

/** A link is kept as a missing entry until it is followed. */
function entryOf(path: string, content: Written): Entry {
  if (content === null) return { kind: "missing" };
  if (typeof content === "object" && "link" in content) return { kind: "missing", link: content.link };
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  return { kind: "file", path, size: bytes.length, read: () => bytes };
}
