import type { Git } from "./git.ts";
import { commitOf } from "./resolve-commit.ts";

/** Branches, and where HEAD is, as one look saw them. */
export interface Refs {
  /** The commit of HEAD; undefined before the first one. */
  head: string | undefined;
  /** The branch that HEAD is on; undefined while it is detached. */
  current: string | undefined;
  /** Commits by short name: `main`, `origin/main`. */
  branches: ReadonlyMap<string, string>;
  /** The branch that origin/HEAD points to, such as `origin/main`. */
  originHead: string | undefined;
}

const format = "%(HEAD)%00%(objectname)%00%(refname)%00%(symref)";

/** Reads them with one process, or two where HEAD is detached: starting git is most of what a question costs. */
export async function readRefs(git: Git): Promise<Refs> {
  const branches = new Map<string, string>();
  let current: string | undefined;
  let originHead: string | undefined;
  const listed = await git("for-each-ref", `--format=${format}`, "refs/heads", "refs/remotes/origin");
  for (const line of listed.split("\n").filter((one) => one !== "")) {
    const [mark, commit = "", name = "", target = ""] = line.split("\0");
    if (name === "refs/remotes/origin/HEAD") {
      originHead = shortName(target) || undefined;
      continue;
    }
    branches.set(shortName(name), commit);
    if (mark === "*") current = shortName(name);
  }
  const head = current === undefined ? await commitOf(git, "HEAD") : branches.get(current);
  return { head, current, branches, originHead };
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes)\//, "");
}
