import { diskTree, loadProject, loadPrompts } from "../load/index.ts";
import { type ParseCache, UserError } from "../util/index.ts";
import { requireFolder } from "./find-root.ts";
import type { Choosable } from "./select-combinations.ts";

/**
 * Loads prompts for commands that need no case, and so say nothing of one; throws one UserError with all that is wrong.
 * Scenarios that no stack names as its reference are read only when one was asked for.
 */
export function openPrompts(root: string, scenario: string | undefined, parsed?: ParseCache): Choosable {
  requireFolder(root);
  const tree = diskTree(root, parsed);
  const { findings, ...loaded } = scenario === undefined ? loadPrompts(tree, root) : loadProject(tree, root);
  const errors = findings.filter(
    ({ severity, file = "" }) => severity === "error" && !/^(corpus\/(cases|compaction)|evals)\//.test(file),
  );
  if (errors.length > 0) throw new UserError(errors);
  return "prompts" in loaded ? loaded.prompts : loaded.project;
}
