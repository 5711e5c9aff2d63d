import {
  atRef,
  composeTrees,
  diskTree,
  loadProject,
  memoryTree,
  type Project,
  type Repository,
  type SourceTree,
} from "../../load/index.ts";
import { checkProject } from "../../run/index.ts";
import { type Finding, nearest, UserError } from "../../util/index.ts";
import { hashWorlds } from "./hash-folder.ts";
import { abFinding } from "./messages.ts";
import { type Replacement, replaceLayers } from "./replace-layers.ts";
import type { AbVersion, AbVersions } from "./types.ts";

/** One side as it is asked for. */
export interface VersionInput {
  /** A git ref, "." for the working tree, ":" for the index. */
  ref: string;
  variant?: string | undefined;
}

/** What the two versions are made of. */
export interface VersionsInput {
  /** Absolute. */
  root: string;
  /** null where no side is a git ref; nothing in it is ever touched. */
  repository: Repository | null;
  a: VersionInput;
  b: VersionInput;
  /** Where cases, scenarios, suites and models come from; by default the working tree. */
  corpusRef?: string | undefined;
  /** Texts that stand in for layers of B. */
  replace?: readonly Replacement[] | undefined;
}

const modelsFile = "prompts/models.yaml";

/**
 * Opens both versions on one corpus: prompts are each side's own; cases, scenarios, suites, models and graders are of
 * `corpusRef` for both. Throws one UserError with all that is wrong. What the corpus names and one side alone lacks is
 * no error: it is not compared.
 */
export async function openVersions(input: VersionsInput): Promise<AbVersions> {
  const { root, repository, corpusRef = "." } = input;
  const treeOf = async (ref: string) => (repository === null ? diskTree(root) : await repository.tree(ref));
  const named = input.a.variant !== undefined || input.b.variant !== undefined;
  const [a, b] = await Promise.all([input.a, input.b].map((side) => describe(side, named, repository)));
  const rest = await treeOf(corpusRef);
  const own = { a: await treeOf(input.a.ref), b: await treeOf(input.b.ref) };
  const lacking = [...[a!, b!].filter((_, i) => [own.a, own.b][i]!.lookup("prompts").kind === "missing")].map(
    ({ name }) => abFinding("no-prompts-at", { ref: name }),
  );
  if (corpusRef !== "." && rest.lookup("corpus/cases").kind !== "directory")
    lacking.push(abFinding("corpus-not-at", { ref: corpusRef }));
  if (lacking.length > 0)
    throw new UserError([...new Map(lacking.map((one) => [one.message, one])).values()]);

  const composed = { a: compose(own.a, rest), b: compose(own.b, rest) };
  const replaced = replaceLayers(composed.b, input.replace ?? [], { side: b!.name, variant: b!.variant });
  const sides = {
    a: load(composed.a, input.a.ref, { root, corpusRef }),
    b: load(replaced.tree, input.b.ref, { root, corpusRef }),
  };
  const problems = [
    ...replaced.findings,
    ...problemsOf(sides.a.findings, sides.b.findings),
    ...checkVariants({ ...a!, project: sides.a.project }),
    ...checkVariants({ ...b!, project: sides.b.project }),
  ];
  if (problems.length > 0) throw new UserError(unique(problems));
  const versions = {
    a: { ...a!, replaced: [], project: sides.a.project },
    b: {
      ...b!,
      name: [b!.name, ...replaced.files.map((file) => `with another ${file}`)].join(" "),
      replaced: replaced.files,
      project: sides.b.project,
    },
  };
  return {
    ...versions,
    corpusRef,
    worlds: hashWorlds(rest, sides.b.project.scenarios.keys()),
    ...oneSided(versions),
  };
}

async function describe(
  { ref, variant }: VersionInput,
  named: boolean,
  repository: Repository | null,
): Promise<Omit<AbVersion, "project" | "replaced">> {
  const commit = repository === null || ref === "." || ref === ":" ? null : await repository.resolve(ref);
  // A whole hash, which is what a gate compares with, says no more than its first digits.
  const place =
    ref === "." ? "working tree" : ref === ":" ? "index" : ref === commit ? ref.slice(0, 12) : ref;
  const id = commit === null || commit.startsWith(ref) ? "" : ` (${commit.slice(0, 12)})`;
  // As in a diff: where one side names a variant, the other is the default one.
  const own = variant ?? (named ? "default" : null);
  return { name: `${place}${id}${own === null ? "" : ` @${own}`}`, ref, commit, variant: own };
}

/** One side's prompts on the shared corpus, whose models are shared too. */
function compose(prompts: SourceTree, rest: SourceTree): SourceTree {
  const models = rest.lookup(modelsFile);
  const own = { [modelsFile]: models.kind === "file" ? models.read() : null };
  return memoryTree(own, composeTrees({ prompts, rest }));
}

function isPrompts(path: string): boolean {
  return /^(\.\/)*prompts(\/|$)/.test(path);
}

interface Loaded {
  project: Project;
  /** Errors alone. */
  findings: Finding[];
}

function load(tree: SourceTree, ref: string, of: { root: string; corpusRef: string }): Loaded {
  const { project, findings } = loadProject(tree, ref === "." ? of.root : ref);
  const errors = [...findings, ...checkProject(project)].filter(({ severity }) => severity === "error");
  return {
    project,
    findings: errors.map((finding) => {
      const { file = "" } = finding;
      return atRef(isPrompts(file) && file !== modelsFile ? ref : of.corpusRef, finding);
    }),
  };
}

/** What is wrong with a side's prompts, and what is wrong with the corpus on both sides. */
function problemsOf(a: readonly Finding[], b: readonly Finding[]): Finding[] {
  const keyOf = ({ kind, file = "", line = 0 }: Finding) => JSON.stringify([kind, file, line]);
  const inCorpus = ({ file = "" }: Finding) => /(^|:)(corpus|evals)\//.test(file);
  const [inA, inB] = [a, b].map((list) => new Set(list.map(keyOf)));
  return [
    ...a.filter((finding) => !inCorpus(finding) || inB!.has(keyOf(finding))),
    ...b.filter((finding) => !inCorpus(finding) || inA!.has(keyOf(finding))),
  ];
}

function checkVariants({
  variant,
  name,
  project,
}: Pick<AbVersion, "variant" | "name" | "project">): Finding[] {
  const known = [...project.stacks.values()].flatMap((variants) => [...variants.keys()]);
  if (variant === null || known.length === 0 || known.includes(variant)) return [];
  const side = name.slice(0, -` @${variant}`.length);
  return [abFinding("variant-nowhere", { variant, side, near: nearest(variant, known) })];
}

function unique(findings: readonly Finding[]): Finding[] {
  return [
    ...new Map(findings.map((one) => [JSON.stringify([one.file, one.line, one.message]), one])).values(),
  ];
}

/** Stacks of one side alone, and what that leaves out. */
function oneSided({ a, b }: { a: AbVersion; b: AbVersion }): Pick<AbVersions, "stacks" | "findings"> {
  const of = (one: AbVersion, other: AbVersion) =>
    [...one.project.stacks.keys()].filter((id) => !other.project.stacks.has(id));
  const stacks = { onlyA: of(a, b), onlyB: of(b, a) };
  const say = (stack: string, has: AbVersion, lacks: AbVersion) => {
    const cases = has.project.cases.filter((item) => item.stack === stack).length;
    return abFinding("stack-one-sided", { stack, has: has.name, lacks: lacks.name, cases }, {}, "info");
  };
  return {
    stacks,
    findings: [
      ...stacks.onlyA.map((stack) => say(stack, a, b)),
      ...stacks.onlyB.map((stack) => say(stack, b, a)),
    ],
  };
}
