/** The commit a working tree is at, and whether it has changes; null outside git or before the first commit. */
export interface Revision {
  commit: string;
  dirty: boolean;
}

/** Reads the revision of the repository that holds `root`. */
export async function readRevision(root: string): Promise<Revision | null> {
  const { simpleGit } = await import("simple-git");
  const git = simpleGit(root);
  try {
    const commit = (await git.revparse(["HEAD"])).trim();
    const status = await git.status(["--untracked-files=normal"]);
    return { commit, dirty: !status.isClean() };
  } catch {
    return null;
  }
}
