import { execFileSync } from "node:child_process";
import path from "node:path";
import { createFixture, type FileTree, type FsFixture } from "fs-fixture";

/** A git repository in a temporary folder. */
export interface GitFixture extends AsyncDisposable {
  path: string;
  files: FsFixture;
  /** Runs git there, whatever the user has configured, and gives what it printed. */
  git(...args: string[]): string;
  /** Writes files (null removes one), stages everything and commits. Gives the commit's id. */
  commit(files?: Record<string, string | Uint8Array | null>, message?: string): Promise<string>;
}

let made = 0;

// Neither the user's settings nor a hook that runs these tests may matter.
const environment = [
  ...["-u", "GIT_DIR", "-u", "GIT_WORK_TREE", "-u", "GIT_INDEX_FILE", "-u", "GIT_PREFIX"],
  ...["GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1"],
  ...["GIT_AUTHOR_NAME=Ada Example", "GIT_AUTHOR_EMAIL=ada@example.org"],
  ...["GIT_COMMITTER_NAME=Ada Example", "GIT_COMMITTER_EMAIL=ada@example.org"],
];

/** Runs git in a folder without the user's settings, and gives what it printed. */
export function runGit(folder: string, ...args: string[]): string {
  return execFileSync("env", [...environment, "git", "-c", "protocol.file.allow=always", ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A repository on branch main with these files on disk and nothing committed, or a copy of the one in a folder. */
export async function aGitFolder(files: FileTree | string = {}): Promise<GitFixture> {
  const fixture = await createFixture(files);
  const git = (...args: string[]) => runGit(fixture.path, ...args);
  git("init", "--quiet", "--initial-branch", "main");
  return {
    path: fixture.path,
    files: fixture,
    git,
    // Equal commits of one second would have one id.
    async commit(changes = {}, message = `Change ${++made}`) {
      for (const [file, content] of Object.entries(changes)) {
        if (content === null) await fixture.rm(file);
        else {
          await fixture.mkdir(path.dirname(file));
          await fixture.writeFile(file, content as string);
        }
      }
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD").trim();
    },
    [Symbol.asyncDispose]: () => fixture.rm(),
  };
}
