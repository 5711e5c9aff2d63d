import type { Finding } from "../../util/index.ts";
import { composeTrees } from "../compose-trees.ts";
import { loadProject, type Project } from "../load-project.ts";
import type { SourceTree } from "../source-tree.ts";
import type { Repository } from "./repository.ts";

/**
 * Loads the project of a ref; with `rest`, its prompts alone and everything else from there: old prompts on today's
 * corpus. Findings say at which ref their file is.
 */
export async function loadProjectAt(
  repository: Pick<Repository, "tree">,
  ref: string,
  rest?: SourceTree,
): Promise<{ project: Project; findings: Finding[] }> {
  const own = await repository.tree(ref);
  const tree = rest === undefined ? own : composeTrees({ prompts: own, rest });
  const { project, findings } = loadProject(tree, ref);
  return {
    project,
    findings: findings.map((finding) =>
      rest === undefined || finding.file === undefined || /^prompts(\/|$)/.test(finding.file)
        ? atRef(ref, finding)
        : finding,
    ),
  };
}

/** A finding whose file says at which ref it is, as git writes it: v1:prompts/models.yaml. */
export function atRef(ref: string, finding: Finding): Finding {
  return ref === "." || finding.file === undefined
    ? finding
    : { ...finding, file: `${ref === ":" ? "" : ref}:${finding.file}` };
}
