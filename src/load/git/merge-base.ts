import { UserError } from "../../util/index.ts";
import { loadFinding } from "../messages.ts";
import { commitOf, type Opened, resolveCommit } from "./resolve-commit.ts";

/** The default branch as a ref; null when nothing says which branch it is. */
export async function findDefaultBranch({ git, refs }: Opened): Promise<string | null> {
  const { branches, originHead } = refs;
  const withRemote = (name: string) => [name, `origin/${name}`];
  const usual = [
    ...(originHead === undefined ? [] : [originHead]),
    ...["main", "master"].flatMap(withRemote),
  ];
  const found = usual.find((name) => branches.has(name));
  if (found !== undefined) return found;
  const configured = (await git("config", "--get", "init.defaultBranch")).trim();
  const other = withRemote(configured).find((name) => branches.has(name));
  if (other !== undefined) return other;
  const own = [...branches.keys()].filter((name) => !name.startsWith("origin/"));
  return own.length === 1 ? own[0]! : null;
}

/** HEAD's commit, where it is the tip of the default branch too. */
export async function findDefaultTip(opened: Opened): Promise<string | null> {
  const { refs } = opened;
  const branch = await findDefaultBranch(opened);
  if (branch === null || refs.head === undefined) return null;
  return refs.branches.get(branch) === refs.head ? refs.head : null;
}

/** See Repository.mergeBase. */
export async function findMergeBase(opened: Opened, given?: string): Promise<string | null> {
  const { git, shallow, refs } = opened;
  const { head, current } = refs;
  const base = given ?? (await findDefaultBranch(opened));
  if (head === undefined) return null;
  if (base === null) {
    if (shallow) throw lacks("the default branch");
    return null;
  }
  const other = given === undefined ? refs.branches.get(base)! : await resolveCommit(opened, given);
  // CI checks a push out without a branch: there the default branch is where its commit is.
  const isOnBase = current === undefined ? other === head : [current, `origin/${current}`].includes(base);
  if (isOnBase) {
    const previous = await commitOf(git, `${head}^1`);
    if (previous === undefined && shallow) throw lacks("the previous commit");
    return previous ?? null;
  }
  const found = (await git("merge-base", other, head)).trim();
  if (found === "" && shallow) throw lacks(`the merge base with ${base}`);
  return found === "" ? null : found;
}

function lacks(wanted: string): UserError {
  return new UserError([loadFinding("shallow-history", { wanted })]);
}
