import { loadTokenizer } from "../../assemble/index.ts";
import type { Repository } from "../../load/index.ts";
import { diffProjects, type ProjectDiff } from "../../lock/index.ts";
import { isUserError } from "../../util/index.ts";
import type { AbOptions, AbVersions } from "./types.ts";

/** What differs between the prompts of two versions; null where they have nothing in common to compare. */
export async function diffVersions(
  { a, b }: AbVersions,
  { stacks, profiles, models }: AbOptions["selection"],
  repository: Repository | null,
): Promise<ProjectDiff | null> {
  const renames =
    repository === null || a.ref === b.ref
      ? new Map<string, string>()
      : await repository.renames(a.ref, b.ref);
  const input = { before: a.project, after: b.project, refs: { before: a.ref, after: b.ref }, renames };
  const variant = a.variant === null ? undefined : { before: a.variant, after: b.variant! };
  try {
    return diffProjects(input, { stacks, profiles, models, variant }, await loadTokenizer());
  } catch (error) {
    // The comparison itself has said what is wrong.
    if (isUserError(error)) return null;
    throw error;
  }
}
