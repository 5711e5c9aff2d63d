import { changedFiles, gateFinding } from "../../gate/index.ts";
import type { Repository, SourceTree } from "../../load/index.ts";
import { UserError } from "../../util/index.ts";

/** What a change is judged against. */
export interface GateBase {
  /** As people read it. */
  ref: string;
  commit: string;
}

const judged = ["prompts", "evals", "corpus"];

/**
 * The commit of `given`; by default the merge base with the default branch. On that branch it is the previous commit,
 * or its tip while something is not committed yet.
 */
export async function findGateBase(
  repository: Repository,
  tree: SourceTree,
  given: string | undefined,
): Promise<GateBase> {
  if (given !== undefined) return { ref: given, commit: await repository.resolve(given) };
  const [head, branch] = await Promise.all([repository.resolve("HEAD"), repository.defaultBranch()]);
  const isOnDefault = branch !== null && (await repository.resolve(branch)) === head;
  if (isOnDefault) {
    const committed = await repository.tree(head);
    const isDirty = judged.some((folder) => changedFiles(committed, tree, folder).length > 0);
    if (isDirty) return { ref: "HEAD", commit: head };
  }
  const commit = await repository.mergeBase();
  if (commit === null) throw new UserError([gateFinding("no-base", {})], 3);
  return { ref: isOnDefault ? "the previous commit" : `the merge base with ${branch}`, commit };
}
