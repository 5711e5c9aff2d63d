import { type Dirent, lstatSync, readFileSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import type { ParseCache } from "../util/index.ts";
import { type Entry, type SourceTree, treePath } from "./source-tree.ts";

/**
 * The working tree below `root`. Each directory and file is read once, so one tree is one snapshot. With `parsed`, YAML
 * files that an earlier run has parsed are not parsed again.
 */
export function diskTree(root: string, parsed?: ParseCache): SourceTree {
  const realRoot = realpathSync(root);
  const cache = new Map<string, Entry>();
  const listings = new Map<string, Map<string, Dirent>>();

  function lookup(at: string): Entry {
    // Most paths are clean, and asked for again.
    const known = cache.get(at);
    if (known !== undefined) return known;
    const clean = treePath(at);
    if (clean === undefined) return { kind: "outside", link: at };
    let entry = cache.get(clean);
    if (entry === undefined) cache.set(clean, (entry = find(clean)));
    return entry;
  }

  function find(at: string): Entry {
    if (at === "") return directory("");
    const parent = lookup(path.posix.dirname(at) === "." ? "" : path.posix.dirname(at));
    if (parent.kind === "file" || parent.kind === "special") return { kind: "missing" };
    if (parent.kind !== "directory") return parent;
    const found = list(parent.path).get(path.posix.basename(at));
    if (found === undefined) return { kind: "missing" };
    const entry = tryOpen(parent.path === "" ? found.name : `${parent.path}/${found.name}`, found);
    return parent.link !== undefined && "path" in entry && entry.link === undefined
      ? { ...entry, link: parent.link, linkAbove: true }
      : entry;
  }

  /** A folder may be listed and yet let nobody at what is in it. */
  function tryOpen(at: string, dirent: Dirent): Entry {
    try {
      return open(at, dirent);
    } catch (error) {
      return { kind: "unreadable", reason: reasonOf(error) };
    }
  }

  function open(at: string, dirent: Dirent): Entry {
    if (dirent.isSymbolicLink()) return follow(at);
    if (dirent.isDirectory()) return directory(at);
    if (!dirent.isFile()) return { kind: "special" };
    const full = path.join(realRoot, at);
    let bytes: Uint8Array | undefined;
    return { kind: "file", path: at, size: lstatSync(full).size, read: () => (bytes ??= readFileSync(full)) };
  }

  function directory(at: string): Entry {
    try {
      return { kind: "directory", path: at, names: [...list(at).keys()] };
    } catch (error) {
      return { kind: "unreadable", reason: reasonOf(error) };
    }
  }

  function list(at: string): Map<string, Dirent> {
    let names = listings.get(at);
    if (names === undefined) {
      const dirents = readdirSync(path.join(realRoot, at), { withFileTypes: true });
      // Sorted by code unit: the order of a directory differs between file systems.
      dirents.sort((a, b) => (a.name < b.name ? -1 : 1));
      listings.set(at, (names = new Map(dirents.map((dirent) => [dirent.name, dirent]))));
    }
    return names;
  }

  function follow(at: string): Entry {
    const full = path.join(realRoot, at);
    const link = readlinkSync(full);
    let real: string;
    try {
      real = realpathSync(full);
    } catch {
      return { kind: "missing", link };
    }
    const relative = path.relative(realRoot, real);
    if (relative.startsWith("..") || path.isAbsolute(relative)) return { kind: "outside", link };
    const target = lookup(relative.split(path.sep).join("/"));
    return "path" in target ? { ...target, link } : target;
  }

  return { parsed, lookup };
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return code === "EACCES" || code === "EPERM" ? "no permission to read it" : `cannot be read (${code})`;
}
