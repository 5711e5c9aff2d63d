import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { aGitFolder, type GitFixture, runGit } from "../load/testing-git.ts";
import { miniRepository } from "./testing-files.ts";

export { type GitFixture, runGit };

/** The small valid repository of prompts, committed; null leaves a file out. */
export async function aGitRepository(changes: Record<string, string | null> = {}): Promise<GitFixture> {
  const repository = await aGitFolder();
  const files = Object.entries({ ...miniRepository, ...changes }).filter(([, content]) => content !== null);
  await repository.commit(Object.fromEntries(files), "The prompts");
  return repository;
}

/** Everything of a repository that a reader must leave as it is. */
export function stateOf({ files, git }: GitFixture): object {
  const index = createHash("sha256")
    .update(readFileSync(files.getPath(".git/index")))
    .digest("hex");
  return {
    ...{ index, head: readFileSync(files.getPath(".git/HEAD"), "utf8") },
    ...{
      refs: git("for-each-ref"),
      status: git("--no-optional-locks", "status", "--porcelain=v2", "--branch"),
    },
    stash: git("stash", "list"),
  };
}
