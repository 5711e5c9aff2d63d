import type { Scenario } from "./load-scenario.ts";

/** What an agent sees of Git in a real folder: "none" outside a repository, and before its first commit. */
export async function readGitState(folder: string): Promise<Scenario["git"]> {
  try {
    const { simpleGit } = await import("simple-git");
    const git = simpleGit(folder);
    const root = (await git.revparse(["--show-toplevel"])).trim();
    const commit = (await git.revparse(["HEAD"])).trim();
    const { current, detached, files } = await git.status(["--untracked-files=normal"]);
    return { root, commit, branch: detached || current === null ? "HEAD" : current, dirty: files.length };
  } catch {
    return "none";
  }
}
