import { nearest, UserError } from "../../util/index.ts";
import { loadFinding } from "../messages.ts";
import type { Git } from "./git.ts";
import type { Refs } from "./refs.ts";

/** A repository, opened: what its parts need to know of it. */
export interface Opened {
  git: Git;
  /** Absolute path. */
  gitDir: string;
  /** The root's path below the top, without a slash at the end. */
  prefix: string;
  bare: boolean;
  shallow: boolean;
  /** As they were when it was opened. */
  refs: Refs;
}

/** The full commit id of a ref. Throws a UserError for one that names no commit. */
export async function resolveCommit({ git, shallow }: Opened, ref: string): Promise<string> {
  if (ref.startsWith("-")) throw new UserError([loadFinding("option-as-ref", { name: ref })]);
  const commit = await commitOf(git, ref);
  if (commit !== undefined) return commit;
  const names = await git(
    "for-each-ref",
    "--format=%(refname:short)",
    "refs/heads",
    "refs/tags",
    "refs/remotes",
  );
  const near = nearest(ref, ["HEAD", ...names.split("\n").filter((name) => name !== "")]);
  throw new UserError([loadFinding("unknown-ref", { name: ref, near, shallow })]);
}

/** The commit that a name means; undefined when there is none. */
export async function commitOf(git: Git, name: string): Promise<string | undefined> {
  const commit = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`).catch(
    rejected,
  );
  return /^[0-9a-f]{40,64}$/.exec(commit.trim())?.[0];
}

/** An ambiguous or malformed name is complained of even with --quiet. */
function rejected(error: Error): string {
  if (error.name === "UserError") throw error;
  return "";
}
