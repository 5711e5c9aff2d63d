import { loadTokenizer } from "../assemble/index.ts";
import {
  atRef,
  diskTree,
  loadProject,
  loadPrompts,
  openRepository,
  type Prompts,
  type Repository,
  type SourceTree,
} from "../load/index.ts";
import { type DiffChoice, diffProjects, type Pair } from "../lock/index.ts";
import { renderDiffMarkdown, renderDiffText } from "../report/index.ts";
import { type Finding, stableJson, UserError } from "../util/index.ts";
import { type Io, wantsColor } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, requireFolder } from "./find-root.ts";
import { asRef, type Operand, parseOperand, workingTreeBeside } from "./operand.ts";
import { printFindings } from "./print-findings.ts";

export interface DiffOptions {
  root?: string;
  stack?: string[];
  profile?: string[];
  model?: string[];
  scenario?: string;
  json?: boolean;
  markdown?: boolean;
}

interface Side<P = Prompts> {
  operand: Operand;
  project: P;
  /** null for the working tree and the index. */
  commit: string | null;
}

/** `strata diff [A] [B]`: what differs between two versions of the prompts, and in which assembled texts. */
export async function diffCommand(
  io: Io,
  from: string | undefined,
  to: string | undefined,
  options: DiffOptions,
): Promise<number> {
  const [first, second] = [parseOperand(from ?? "HEAD"), to === undefined ? undefined : parseOperand(to)];
  const root = findRoot(io, options.root);
  requireFolder(root);
  const onDisk = first.ref === "." && (second ?? first).ref === ".";
  const repository = onDisk ? undefined : await openRepository(root);
  const before = await asRef(repository, first);
  const after = second === undefined ? workingTreeBeside(before) : await asRef(repository, second);
  // What is wrong with the stacks that nobody asked for is for another day.
  const prompts = options.stack?.map((id) => `prompts/${id}`).concat("prompts/models.yaml") ?? ["prompts"];
  const sides = {
    before: await openSide({ root, repository, load: loadPromptsAlone }, before, prompts),
    // Its scenarios are the ones that both sides are assembled in, and its cases those that guard.
    after: await openSide({ root, repository, load: loadProject }, after, [...prompts, "corpus/scenarios"]),
  };
  const refs = { before: before.ref, after: after.ref };
  const renames =
    refs.before === refs.after
      ? new Map<string, string>()
      : await repository!.renames(refs.before, refs.after);
  const input = { before: sides.before.project, after: sides.after.project, refs, renames };
  const diff = diffProjects(input, choiceOf(sides, options), await loadTokenizer());
  printFindings(
    io,
    diff.stacks.flatMap(({ stack, kind }) => {
      if (kind === "compared") return [];
      const lacks = kind === "added" ? sides.before : sides.after;
      return [commandFinding("stack-not-there", { stack, where: nameOf(lacks) }, {}, "info")];
    }),
  );
  const heads = { before: headOf(sides.before), after: headOf(sides.after) };
  if (options.json) io.stdout.write(`${stableJson({ schema: 1, ...heads, ...diff }, 2)}\n`);
  else {
    const names = { before: nameOf(sides.before), after: nameOf(sides.after) };
    const text = options.markdown
      ? renderDiffMarkdown(diff, names)
      : renderDiffText(diff, names, { color: wantsColor(io.stdout, io.env) });
    io.stdout.write(text);
  }
  return 0;
}

interface Opener<P> {
  root: string;
  /** Undefined when both sides are the working tree, which may then be in no repository. */
  repository: Repository | undefined;
  load(tree: SourceTree, root: string): { project: P; findings: Finding[] };
}

/** Opens a side. Only what is wrong below these folders stands in the way; cases and suites are not asked. */
async function openSide<P>(
  { root, repository, load }: Opener<P>,
  operand: Operand,
  folders: readonly string[],
): Promise<Side<P>> {
  const { ref } = operand;
  const tree = repository === undefined ? diskTree(root) : await repository.tree(ref);
  const { project, findings } = load(tree, ref === "." ? root : ref);
  const matters = (file: string) => folders.some((folder) => `${file}/`.startsWith(`${folder}/`));
  const errors = findings.filter(
    // A version without prompts is one without stacks; a scenario may come from the other side.
    ({ kind, severity, file = "" }) =>
      severity === "error" && matters(file) && !["no-stack", "unknown-scenario"].includes(kind),
  );
  if (errors.length > 0) throw new UserError(errors.map((finding) => atRef(ref, finding)));
  const commit = ref === "." || ref === ":" ? null : await repository!.resolve(ref);
  return { operand, project, commit };
}

function loadPromptsAlone(tree: SourceTree, root: string): { project: Prompts; findings: Finding[] } {
  const { prompts: project, findings } = loadPrompts(tree, root);
  return { project, findings };
}

function choiceOf({ before, after }: Pair<Side>, options: DiffOptions): DiffChoice {
  const [a, b] = [before.operand, after.operand];
  const pair = (one: string | undefined, other: string | undefined): Pair<string> | undefined => {
    const value = one ?? other;
    return value === undefined ? undefined : { before: one ?? value, after: other ?? value };
  };
  const namesVariant = a.variant !== undefined || b.variant !== undefined;
  return {
    ...{
      stacks: options.stack,
      profiles: options.profile,
      models: options.model,
      scenario: options.scenario,
    },
    variant: namesVariant ? { before: a.variant ?? "default", after: b.variant ?? "default" } : undefined,
    profile: pair(a.profile, b.profile),
    model: pair(a.model, b.model),
  };
}

function headOf({ operand, commit }: Side): object {
  const { text: _text, ...parts } = operand;
  return { ...parts, commit };
}

/** A side, as people read it. */
function nameOf({ operand, commit }: Side): string {
  const { ref, variant, profile, model } = operand;
  const place = ref === "." ? "working tree" : ref === ":" ? "index" : ref;
  const id = commit === null || commit.startsWith(ref) ? "" : ` (${commit.slice(0, 12)})`;
  const settings = [
    ...(variant === undefined ? [] : [`@${variant}`]),
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    ...(model === undefined ? [] : [`model ${model}`]),
  ];
  return [`${place}${id}`, ...settings].join(", ");
}
