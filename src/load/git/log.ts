import { UserError } from "../../util/index.ts";
import { loadFinding } from "../messages.ts";
import type { Opened } from "./resolve-commit.ts";

/** A commit, as people know it. `date` is the author's, ISO 8601. */
export interface Commit {
  commit: string;
  author: string;
  date: string;
  subject: string;
}

/** What commits are asked for. */
export interface LogQuery {
  /** Below the root. None: any path. */
  paths: string[];
  /** Only commits in which the number of occurrences of this text in those paths changes. */
  needle?: string;
  /** As git log takes it, such as main..HEAD. Default: HEAD. */
  range?: string;
  /** Only the commits of the branch itself: what a merge brought along counts as the merge's. */
  firstParent?: boolean;
}

// A merge counts for what it changes on the branch that it is made on: a hash may exist in the merge alone.
const options = [
  ...["-z", "--format=%H%x1f%an%x1f%aI%x1f%s", "--no-patch", "--no-color", "--no-ext-diff", "--no-textconv"],
  ...["--full-history", "--diff-merges=first-parent"],
];

/** Commits, newest first. */
export async function readLog(
  { git, prefix }: Opened,
  { paths, needle, range = "HEAD", firstParent = false }: LogQuery,
): Promise<Commit[]> {
  if (range.startsWith("-")) throw new UserError([loadFinding("option-as-ref", { name: range })]);
  const pathspecs = paths.map((path) => `:(top,literal)${prefix === "" ? path : `${prefix}/${path}`}`);
  const search = [
    ...(needle === undefined ? [] : [`-S${needle}`]),
    ...(firstParent ? ["--first-parent"] : []),
  ];
  const output = await git("log", ...options, ...search, "--end-of-options", range, "--", ...pathspecs);
  return output
    .split("\0")
    .filter((record) => record !== "")
    .map((record) => {
      const [commit = "", author = "", date = "", ...subject] = record.trimStart().split("\x1f");
      return { commit, author, date, subject: subject.join("\x1f") };
    });
}
