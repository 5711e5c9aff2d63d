import type { SourceTree } from "../source-tree.ts";
import { runOnObjects } from "./git.ts";
import { type Folder, ownFolders, splitPath, type Stored, storedTree } from "./stored-tree.ts";

/** Files of a commit below `prefix`. Nothing is read before somebody looks. */
export function commitTree(gitDir: string, commit: string, prefix: string): SourceTree {
  const at = (folder: string) => [prefix, folder].filter((part) => part !== "").join("/");
  let own: Map<string, Folder> | undefined;

  function listOwn(): Map<string, Folder> {
    const args = ["ls-tree", "-r", "-z", "--full-tree", commit, "--", ...ownFolders.map(at)];
    const start = prefix === "" ? 0 : prefix.length + 1;
    return foldersOf(
      records(runOnObjects(gitDir, args)).map(
        ({ meta, path }) => [path.slice(start), storedAs(meta)] as const,
      ),
    );
  }

  function list(folder: string): Folder | undefined {
    if (ownFolders.includes(folder.split("/")[0]!)) return (own ??= listOwn()).get(folder);
    const path = at(folder) === "" ? commit : `${commit}:${at(folder)}`;
    let listed: Buffer;
    try {
      listed = runOnObjects(gitDir, ["ls-tree", "-z", path]);
    } catch {
      return undefined;
    }
    return new Map(
      records(listed).map(({ meta, path: name }) => [name, meta[1] === "tree" ? "folder" : storedAs(meta)]),
    );
  }

  return storedTree(gitDir, list);
}

/** Files of the index below a folder, from what `git ls-files --stage -z` says there. */
export function indexTree(gitDir: string, listed: string): SourceTree {
  const stored = records(Buffer.from(listed)).map(({ meta: [mode, id, stage], path }) => {
    const kind = stage === "0" ? kindOf(mode) : "unmerged";
    return [path, { kind, id: id! }] as const;
  });
  const folders = foldersOf(stored);
  return storedTree(gitDir, (folder) => folders.get(folder));
}

/** `mode type id` or `mode id stage`, a tab, and the path, up to a NUL. */
function records(listed: Buffer): { meta: string[]; path: string }[] {
  return listed
    .toString("utf8")
    .split("\0")
    .filter((record) => record !== "")
    .map((record) => {
      const tab = record.indexOf("\t");
      return { meta: record.slice(0, tab).split(" "), path: record.slice(tab + 1) };
    });
}

function storedAs([mode, _type, id]: string[]): Stored {
  return { kind: kindOf(mode), id: id! };
}

function kindOf(mode: string | undefined): Stored["kind"] {
  if (mode === "120000") return "link";
  return mode?.startsWith("100") ? "file" : "special";
}

function foldersOf(files: Iterable<readonly [path: string, stored: Stored]>): Map<string, Folder> {
  const folders = new Map<string, Folder>([["", new Map()]]);
  const folder = (path: string): Folder => {
    let found = folders.get(path);
    if (found === undefined) {
      folders.set(path, (found = new Map()));
      const { parent, name } = splitPath(path);
      folder(parent).set(name, "folder");
    }
    return found;
  };
  for (const [path, stored] of files) {
    const { parent, name } = splitPath(path);
    folder(parent).set(name, stored);
  }
  return folders;
}
