import { execFileSync } from "node:child_process";
import { simpleGit } from "simple-git";
import { UserError } from "../../util/index.ts";
import { loadFinding } from "../messages.ts";

/** Runs one git command and gives what it printed; a command that fails without a word gives "". */
export type Git = (...args: string[]) => Promise<string>;

// What a user may have configured, and what would change an answer or run a program.
const config = [
  "core.fsmonitor=false",
  "core.quotePath=false",
  "core.useReplaceRefs=false",
  "i18n.logOutputEncoding=UTF-8",
  "log.follow=false",
  "log.showSignature=false",
  "safe.bareRepository=all",
];

/** Git in a folder. The GIT_ variables of the environment are dropped by simple-git, and no lock is taken. */
export function gitIn(folder: string): Git {
  const git = simpleGit({ baseDir: folder, config, unsafe: { allowUnsafeFsMonitor: true } });
  return async (...args) => {
    try {
      return await git.raw(["--no-optional-locks", ...args]);
    } catch (error) {
      throw refusalOf(error as Error, folder) ?? error;
    }
  };
}

/** Runs a command on the objects of a repository, while somebody waits: source trees are read synchronously. */
export function runOnObjects(gitDir: string, args: readonly string[], input = ""): Buffer {
  const settings = config.flatMap((setting) => ["-c", setting]);
  return execFileSync("git", ["--git-dir", gitDir, ...settings, ...args], {
    input,
    maxBuffer: Infinity,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** What the user can mend before any command works. The names in these sentences are never translated. */
function refusalOf({ message }: Error, root: string): UserError | undefined {
  if (message.includes("ENOENT")) return new UserError([loadFinding("no-git", {})]);
  if (message.includes("safe.directory")) return new UserError([loadFinding("unsafe-repository", { root })]);
  return undefined;
}
