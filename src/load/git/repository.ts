import { UserError } from "../../util/index.ts";
import { diskTree } from "../disk-tree.ts";
import { loadFinding } from "../messages.ts";
import type { SourceTree } from "../source-tree.ts";
import { type Git, gitIn } from "./git.ts";
import { commitTree, indexTree } from "./git-tree.ts";
import { type Commit, type LogQuery, readLog } from "./log.ts";
import { findDefaultBranch, findDefaultTip, findMergeBase } from "./merge-base.ts";
import { readFileAt } from "./read-blobs.ts";
import { readRefs } from "./refs.ts";
import { renamedFiles } from "./renamed-files.ts";
import { type Opened, resolveCommit } from "./resolve-commit.ts";

/**
 * A git repository that holds a root of prompts; nothing here ever touches its working tree, index or HEAD. Branches and
 * HEAD, as far as the default branch and the merge base ask for them, are those of when it was opened.
 * A `ref` is anything that names a commit, ":" for the index, or "." for the working tree.
 */
export interface Repository {
  /** Path of the strata root below the repository's top, POSIX; "" at the top. */
  prefix: string;
  /** Without a working tree and an index. */
  bare: boolean;
  /** Cut off: older commits are not in this clone, and its oldest one looks like a first commit. */
  shallow: boolean;
  /** Full commit id of a ref. Throws a UserError with the nearest branch or tag for one that is unknown. */
  resolve(ref: string): Promise<string>;
  /** Files below the root. Links are followed inside the root, submodules are `special`. */
  tree(ref: string): Promise<SourceTree>;
  /** Bytes of one file, its path below the root; undefined when it is not there. */
  read(ref: string, file: string): Promise<Uint8Array | undefined>;
  /** The default branch as a ref: origin/HEAD's, else main, master, init.defaultBranch, or the only branch. */
  defaultBranch(): Promise<string | null>;
  /** HEAD's commit, where it is the tip of the default branch; else null. */
  defaultTip(): Promise<string | null>;
  /**
   * The commit that the working tree is compared with: the merge base of HEAD with the default branch, or with `base`
   * in its place; on that branch itself the previous commit (first parent). null when there is none. A shallow clone
   * that lacks it is a UserError that says to fetch more history.
   */
  mergeBase(base?: string): Promise<string | null>;
  /** Commits, newest first, that touched the paths, or whose change of them adds or removes `needle`. */
  log(query: LogQuery): Promise<Commit[]>;
  /** Renamed and moved files below prompts/: path before → path after. */
  renames(from: string, to: string): Promise<Map<string, string>>;
}

/** Opens the repository that holds `root`. Throws a UserError when there is none, or it has no commit yet. */
export async function openRepository(root: string): Promise<Repository> {
  const git = gitIn(root);
  const opened = await open(git, root);
  const { bare, prefix, gitDir, shallow } = opened;
  const trees = new Map<string, SourceTree>();
  let disk: SourceTree | undefined;

  // A full id always means the same; asking again would only cost a process.
  const known = new Set<string>();
  const seen = <T extends string | null>(commit: T): T => {
    if (commit !== null) known.add(commit);
    return commit;
  };
  const resolve = async (ref: string): Promise<string> =>
    known.has(ref) ? ref : seen(await resolveCommit(opened, ref));

  function workingTree(): SourceTree {
    if (bare) throw new UserError([loadFinding("no-working-tree", { root })]);
    return (disk ??= diskTree(root));
  }

  async function tree(ref: string): Promise<SourceTree> {
    if (ref === ".") return workingTree();
    if (ref === ":") {
      if (bare) throw new UserError([loadFinding("no-working-tree", { root })]);
      return indexTree(gitDir, await git("ls-files", "--stage", "-z"));
    }
    const commit = await resolve(ref);
    let found = trees.get(commit);
    if (found === undefined) trees.set(commit, (found = commitTree(gitDir, commit, prefix)));
    return found;
  }

  return {
    ...{ prefix, bare, shallow, resolve, tree },
    async read(ref, file) {
      if (ref !== "." && ref !== ":" && !trees.has(ref)) {
        return readFileAt(gitDir, await resolve(ref), prefix === "" ? file : `${prefix}/${file}`);
      }
      const entry = (await tree(ref)).lookup(file);
      return entry.kind === "file" ? entry.read() : undefined;
    },
    defaultBranch: () => findDefaultBranch(opened),
    defaultTip: async () => seen(await findDefaultTip(opened)),
    mergeBase: async (base) => seen(await findMergeBase(opened, base)),
    log: (query) => readLog(opened, query),
    renames: async (from, to) => renamedFiles(await tree(from), await tree(to)),
  };
}

async function open(git: Git, root: string): Promise<Opened> {
  // Both at once: starting git is most of what they cost. Outside a repository only the first has something to say.
  const looking = readRefs(git);
  looking.catch(() => {});
  let answer: string;
  try {
    answer = await git(
      "rev-parse",
      "--is-bare-repository",
      "--is-shallow-repository",
      "--absolute-git-dir",
      "--show-prefix",
    );
  } catch (error) {
    if ((error as Error).name === "UserError") throw error;
    throw new UserError([loadFinding("not-a-repository", { root })]);
  }
  const [bare, shallow, gitDir = "", prefix = ""] = answer.split("\n");
  const refs = await looking;
  if (refs.head === undefined && refs.branches.size === 0 && (await git("for-each-ref", "--count=1")) === "")
    throw new UserError([loadFinding("no-commit", { root })]);
  return {
    ...{ git, gitDir, prefix: prefix.replace(/\/$/, "") },
    ...{ bare: bare === "true", shallow: shallow === "true", refs },
  };
}
