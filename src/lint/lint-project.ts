import { loadPrompts, readText, splitFrontMatter, type SourceTree } from "../load/index.ts";
import { type Finding, sortFindings } from "../util/index.ts";
import { promptText } from "./prompt-text.ts";
import { rules } from "./rules/index.ts";
import { runRule, type Severities } from "./run-rules.ts";
import type { StackLint } from "./judge.ts";
import { lintStack } from "./lint-stack.ts";
import { Repeats } from "./text/repeats.ts";
import { textFilesBelow } from "./tree-files.ts";
import type { LintFinding, PromptText } from "./types.ts";

export interface LintOptions {
  /** Shown when there are no prompts. */
  root?: string;
  /** The tree that is compared with, for rules about changes. */
  before?: SourceTree | null;
}

export interface LintResult {
  /** In file order. */
  findings: LintFinding[];
  /** What keeps a stack from loading; its files are linted all the same. */
  problems: Finding[];
  /** Findings that are allowed with a reason, in file order. */
  allowed: LintFinding[];
}

/** Lints every stack of a repository: its files, its settings and what it assembles. Neither cases nor suites are read. */
export async function lintProject(tree: SourceTree, options: LintOptions = {}): Promise<LintResult> {
  const { prompts, findings: problems } = loadPrompts(tree, options.root);
  const world = {
    ...{ tree, scenarios: prompts.scenarios, before: options.before ?? null },
    models: [...prompts.models.values()],
  };
  const results: StackLint[] = [];
  for (const variants of prompts.stacks.values())
    results.push(await lintStack([...variants.values()], world));
  // A stack that does not load still has files.
  for (const folder of stackFolders(tree).filter((name) => !prompts.stacks.has(name))) {
    const texts = textFilesBelow(tree, `prompts/${folder}`).flatMap((file) => readLayerText(tree, file));
    results.push({ findings: await lintTexts(texts), allowed: [] });
  }
  return {
    findings: inOrder(results.flatMap(({ findings }) => findings)),
    problems: sortFindings(problems),
    allowed: inOrder(results.flatMap(({ allowed }) => allowed)),
  };
}

/** Runs the rules that need no stack on texts. */
export async function lintTexts(
  texts: readonly PromptText[],
  severities: Severities = {},
): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const text of texts) {
    const prompts = [{ profile: null, assembly: null, texts: [text] }];
    const inputs = { text, settings: defaults, prompts, repeats: new Repeats() };
    for (const rule of rules) {
      for (const { finding } of await runRule(rule, inputs, severities)) findings.push(finding);
    }
  }
  return inOrder(findings);
}

const defaults = {
  ...{ severity: {}, allow: [], knobs: {}, pinned: [], placed: [], builder: [] },
  budgets: { layers: {}, memoryBytes: 20_000 },
};

function stackFolders(tree: SourceTree): readonly string[] {
  const prompts = tree.lookup("prompts");
  return prompts.kind === "directory" ? prompts.names : [];
}

/** What the loader refused may still be text. Nothing is known of its tier, so nothing is said about the cache. */
function readLayerText(tree: SourceTree, file: string): PromptText[] {
  const read = readText(tree, file);
  if (!("text" in read)) return [];
  const split = splitFrontMatter(read.text);
  const body =
    split === null || split === "unterminated"
      ? { text: read.text, firstLine: 1 }
      : { text: split.text, firstLine: split.firstLine };
  return [promptText({ ...body, role: "layer", file, cached: false, rendered: true })];
}

/** By file, line, kind, then words: the same input gives the same order. */
function inOrder(findings: readonly LintFinding[]): LintFinding[] {
  const byMessage = findings.toSorted((a, b) => (a.message < b.message ? -1 : a.message > b.message ? 1 : 0));
  return sortFindings(byMessage) as LintFinding[];
}
