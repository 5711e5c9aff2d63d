import { type Assembly } from "../assemble/index.ts";
import { overlayWorld, type Scenario, type World, type Written } from "../load/index.ts";

type Roots = World["roots"];

/** The same files at other places: what lies below an old root lies below the new one of that name. */
export function moveRoots(scenario: Scenario, change: Partial<Roots>): Scenario {
  const { world, cwd, git } = scenario;
  const moves = (["workspace", "home", "managed"] as const)
    .flatMap((name) => (change[name] === undefined ? [] : [{ from: world.roots[name], to: change[name] }]))
    .toSorted((a, b) => b.from.length - a.from.length);
  const moved = (path: string): string => {
    const move = moves.find(({ from }) => isInside(path, from));
    return move === undefined ? path : `${move.to}${path.slice(move.from.length)}`;
  };
  const roots: Roots = {
    workspace: moved(world.roots.workspace),
    home: moved(world.roots.home),
    managed: moved(world.roots.managed),
  };
  const inner = (["workspace", "home", "managed"] as const).toSorted(
    (a, b) => roots[b].length - roots[a].length,
  );
  const rootOf = (path: string) => inner.find((name) => isInside(path, roots[name]));
  return {
    ...scenario,
    cwd: moved(cwd),
    git: git === "none" ? git : { ...git, root: moved(git.root) },
    world: {
      roots,
      rootOf,
      lookup: (path) => {
        const name = rootOf(path);
        if (name === undefined) return { kind: "missing" };
        return world.lookup(`${world.roots[name]}${path.slice(roots[name].length)}`);
      },
    },
  };
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The folder beside another. */
export function besides(folder: string, name: string): string {
  const other = `${folder.slice(0, folder.lastIndexOf("/"))}/${name}`;
  return other === folder ? `${other}-2` : other;
}

/** Folders that list their names the other way round, as another file system may. */
export function reverseListings(world: World): World {
  return {
    ...world,
    lookup: (path) => {
      const entry = world.lookup(path);
      return entry.kind === "directory" ? { ...entry, names: entry.names.toReversed() } : entry;
    },
  };
}

/** Every file of the world that stands in a prompt, with a line added; undefined when none does. */
export function writeTaken(
  scenario: Scenario,
  { layers }: Assembly,
  isWritten: (path: string) => boolean = () => true,
): Scenario | undefined {
  const { world } = scenario;
  const taken = layers.flatMap(({ sources }) => sources.filter(({ status }) => status === "taken"));
  const paths = new Set(taken.map(({ path }) => seenPath(path, world)));
  const writes = [...paths].filter(isWritten).flatMap((path): [string, Written][] => {
    const entry = world.lookup(path);
    if (entry.kind !== "file") return [];
    return [[path, withLine(Buffer.from(entry.read()).toString("utf8"))]];
  });
  return writes.length === 0 ? undefined : { ...scenario, world: overlayWorld(world, writes) };
}

/** A path as sources are recorded, made absolute. */
function seenPath(path: string, { roots }: World): string {
  if (path.startsWith("/")) return path;
  return path.startsWith("~/") ? `${roots.home}${path.slice(1)}` : `${roots.workspace}/${path}`;
}

/** One more line, as an agent that remembers something writes it; in a file of JSON lines one more like the last. */
function withLine(text: string): string {
  const last = text.trimEnd().split("\n").at(-1)!;
  const line = isJsonObject(last) ? last : "- One more line.";
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
}

function isJsonObject(line: string): boolean {
  if (!line.startsWith("{")) return false;
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

/** A file in every folder of the workspace, as a tool may read one there; relative paths, at most 200. */
export function readsEverywhere({ world }: Scenario): string[] {
  const folders = [""];
  for (const folder of folders) {
    if (folders.length >= 200) break;
    const entry = world.lookup(`${world.roots.workspace}/${folder}`);
    if (entry.kind !== "directory") continue;
    for (const name of entry.names) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const { kind } = world.lookup(`${world.roots.workspace}/${path}`);
      if (kind === "directory" && folders.length < 200) folders.push(path);
    }
  }
  return folders.map((folder) => (folder === "" ? "read-by-a-tool" : `${folder}/read-by-a-tool`));
}
