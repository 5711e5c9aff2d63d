import { atRef, type Case, type Project } from "../../load/index.ts";
import { type Plan, type PlannedTrial, planRun, type Selection, type Side } from "../../run/index.ts";
import { isUserError, UserError } from "../../util/index.ts";
import type { AbVersion, AbVersions } from "./types.ts";

export type SidePlans = Record<Side, Plan>;

type Names = "stacks" | "profiles" | "models" | "cases" | "tags";

/**
 * Plans both versions on the corpus that they share. What one version alone lacks is no error; what both lack is, and
 * so is a selection of nothing. Throws a UserError for combinations that do not assemble.
 */
export function planSides(
  versions: AbVersions,
  selection: Omit<Selection, "variants" | "repeat">,
  repeat: number,
): SidePlans {
  const variants = [versions.a.variant, versions.b.variant].filter((name) => name !== null);
  const plan = (side: Side, other: Side): Plan | UserError => {
    const version = versions[side];
    const project = projectOf(version, versions[other], variants);
    const own = { ...narrow(selection, version.project, versions[other].project), repeat };
    try {
      const made = planRun(project, own);
      return { ...made, trials: made.trials.map((trial): PlannedTrial => ({ ...trial, side })) };
    } catch (error) {
      if (!isUserError(error)) throw error;
      if (error.code === "nothing-selected") return error;
      throw new UserError(
        error.findings.map((finding) => placed(version, finding)),
        error.exitCode,
      );
    }
  };
  const [a, b] = [plan("a", "b"), plan("b", "a")];
  if (isUserError(a) && isUserError(b)) throw b;
  const empty = (other: Plan): Plan => ({ ...other, trials: [] });
  if (isUserError(a)) return { a: empty(b as Plan), b: b as Plan };
  return { a, b: isUserError(b) ? empty(a) : b };
}

function placed({ ref }: AbVersion, finding: UserError["findings"][number]) {
  return finding.file?.startsWith("prompts/") ? atRef(ref, finding) : finding;
}

/** The cases that this version has a stack for; where variants are compared, those that are meant for either. */
function projectOf(version: AbVersion, other: AbVersion, variants: readonly string[]): Project {
  const { project, variant } = version;
  const cases = project.cases.filter(({ stack }) => project.stacks.has(stack));
  if (variant === null) return { ...project, cases };
  const has = (one: AbVersion, { stack }: Case) => one.project.stacks.get(stack)?.has(one.variant!) ?? true;
  const meant = cases.filter(
    (item) => item.variants.some((name) => variants.includes(name)) && has(version, item) && has(other, item),
  );
  const suites = [...project.suites].map(([id, { variants: _, ...suite }]) => [id, suite] as const);
  return {
    ...project,
    cases: meant.map((item) => ({ ...item, variants: [variant] })),
    suites: new Map(suites),
  };
}

/** Leaves out the names that the other version alone knows. */
function narrow<S extends Omit<Selection, "variants" | "repeat">>(
  selection: S,
  own: Project,
  other: Project,
): S {
  const narrowed = { ...selection };
  for (const key of ["stacks", "profiles", "models", "cases", "tags"] as const) {
    const names = selection[key];
    if (names === undefined) continue;
    const [here, there] = [namesOf(own, key), namesOf(other, key)];
    narrowed[key] = names.filter((name) => here.has(name) || !there.has(name));
  }
  return narrowed;
}

function namesOf(project: Project, key: Names): Set<string> {
  const stacks = [...project.stacks.values()].flatMap((variants) => [...variants.values()]);
  switch (key) {
    case "stacks":
      return new Set(project.stacks.keys());
    case "profiles":
      return new Set(stacks.flatMap(({ profiles }) => [...profiles.keys()]));
    case "models":
      return new Set(project.models.keys());
    case "cases":
      return new Set(project.cases.filter(({ stack }) => project.stacks.has(stack)).map(({ id }) => id));
    case "tags":
      return new Set(
        project.cases.filter(({ stack }) => project.stacks.has(stack)).flatMap(({ tags }) => tags),
      );
  }
}
