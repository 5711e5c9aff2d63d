import { diskTree, loadProject, loadProjectAt, openRepository, type Project } from "../load/index.ts";
import { checkProject } from "../run/index.ts";
import { type ParseCache, UserError } from "../util/index.ts";
import { requireFolder } from "./find-root.ts";

export { findRoot } from "./find-root.ts";

/**
 * Loads the prompts, models and scenarios of a git ref; throws one UserError with all that is wrong with them. Cases and
 * suites of an old ref may be out of date, and nothing is said of them.
 */
export async function openProjectAt(root: string, ref: string): Promise<Project> {
  requireFolder(root);
  const { project, findings } = await loadProjectAt(await openRepository(root), ref);
  const errors = findings.filter(
    ({ severity, file = "" }) =>
      severity === "error" && !/(^|:)(corpus\/(cases|compaction)|evals)\//.test(file),
  );
  if (errors.length > 0) throw new UserError(errors);
  return project;
}

/** Loads and checks a repository of prompts; throws one UserError with all that is wrong with it. */
export function openProject(root: string, parsed?: ParseCache): Project {
  requireFolder(root);
  const { project, findings } = loadProject(diskTree(root, parsed), root);
  const all = [...findings, ...checkProject(project)];
  const errors = all.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  return project;
}
