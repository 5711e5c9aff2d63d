import type { WrittenScenario } from "../schema/index.ts";
import { type Entry, type SourceTree, treePath } from "./source-tree.ts";

export type WorldRoot = "workspace" | "home" | "managed";

/** The files an agent sees in a scenario, by absolute path. */
export interface World {
  roots: Record<WorldRoot, string>;
  lookup(path: string): Entry;
  /** The innermost root a path lies in; undefined outside all of them. */
  rootOf(path: string): WorldRoot | undefined;
  /** Front matter that was parsed before. */
  parsed?: SourceTree["parsed"];
}

interface Mount {
  name: WorldRoot;
  root: string;
  /** Folders of the source tree, the one in front first. Only the first has its names mapped. */
  folders: string[];
}

/** Mounts a scenario's folders at the roots where the agent sees them. */
export function createWorld(tree: SourceTree, folder: string, scenario: WrittenScenario): World {
  const mounts = (["workspace", "home", "managed"] as const).map((name): Mount => {
    const { root, over } = scenario[name];
    return {
      name,
      root,
      folders: [`${folder}/${name}`, ...(over === undefined ? [] : [treePath(over) ?? ""])],
    };
  });
  // The workspace usually lies inside the home folder: the longest root is the innermost.
  mounts.sort((a, b) => b.root.length - a.root.length);
  const mountOf = (path: string) => mounts.find(({ root }) => path === root || path.startsWith(`${root}/`));
  const renamed = renamedIn(scenario.files);
  const none = renamedIn({});
  const cache = new Map<string, Entry>();

  function lookup(path: string): Entry {
    let entry = cache.get(path);
    if (entry === undefined) cache.set(path, (entry = find(`/${treePath(path) ?? ""}`)));
    return entry;
  }

  function find(path: string): Entry {
    const mount = mountOf(path);
    if (mount === undefined) return { kind: "missing" };
    const inside = path.slice(mount.root.length + 1);
    const entries = mount.folders.map((at, i) => lookIn(at, inside, i === 0 ? renamed : none));
    const front = entries.find((entry) => entry.kind !== "missing") ?? entries[0]!;
    if (front.kind !== "directory") return front;
    const names = entries.flatMap((entry) => (entry.kind === "directory" ? entry.names : []));
    return { ...front, names: [...new Set(names)].toSorted() };
  }

  function lookIn(at: string, inside: string, { physical, hidden }: Renamed): Entry {
    const parts = inside === "" ? [] : inside.split("/");
    const last = parts.at(-1);
    if (last !== undefined && hidden.has(last) && !physical.has(last)) return { kind: "missing" };
    const named = last === undefined ? undefined : physical.get(last);
    const tried = named === undefined ? [inside] : [[...parts.slice(0, -1), named].join("/"), inside];
    const entry = tried.map((name) => tree.lookup(`${at}/${name}`)).find(({ kind }) => kind !== "missing");
    if (entry === undefined) return tree.lookup(`${at}/${tried[0]!}`);
    // A link may leave the world although it stays in the repository.
    if ("path" in entry && entry.link !== undefined && entry.path !== at && !isBelow(entry.path, at)) {
      return { kind: "outside", link: entry.link };
    }
    return entry.kind === "directory"
      ? { ...entry, names: entry.names.map((name) => shown(name, physical)) }
      : entry;
  }

  return {
    parsed: tree.parsed,
    roots: { workspace: scenario.workspace.root, home: scenario.home.root, managed: scenario.managed.root },
    lookup,
    rootOf: (path) => mountOf(path)?.name,
  };
}

/** Names that a world shows for others on disk. */
interface Renamed {
  /** The name on disk of each that is shown. */
  physical: ReadonlyMap<string, string>;
  hidden: ReadonlySet<string>;
}

function renamedIn(files: Record<string, string>): Renamed {
  const physical = new Map(Object.entries(files));
  return { physical, hidden: new Set(physical.values()) };
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

function shown(name: string, physical: ReadonlyMap<string, string>): string {
  for (const [seen, onDisk] of physical) if (onDisk === name) return seen;
  return name;
}
