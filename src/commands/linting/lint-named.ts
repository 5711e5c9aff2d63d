import { existsSync } from "node:fs";
import path from "node:path";
import {
  type LintResult,
  type LintSeverity,
  lintProject,
  lintTexts,
  promptText,
  type PromptText,
} from "../../lint/index.ts";
import { diskTree, lineReader, loadFinding, readText, type SourceTree } from "../../load/index.ts";
import { decodeUtf8, type Finding, sortFindings } from "../../util/index.ts";

/**
 * Lints files by name. Layer files of a stack are judged with their stack, so that its severities and allowances hold;
 * any other file stands alone.
 */
export async function lintNamed(
  root: string,
  files: readonly string[],
  severities: Readonly<Record<string, LintSeverity>>,
): Promise<LintResult> {
  const texts: PromptText[] = [];
  const problems: Finding[] = [];
  const ofStacks = new Set<string>();
  for (const file of new Set(files)) {
    const shown = path.relative(root, file).split(path.sep).join("/");
    if (/^prompts\/[^/]+\/./.test(shown)) ofStacks.add(shown);
    else readNamed(file, shown, texts, problems);
  }
  const findings = await lintTexts(texts, severities);
  if (ofStacks.size === 0) return { findings, problems: sortFindings(problems), allowed: [] };

  const tree = diskTree(root);
  const project = await lintProject(tree, { root });
  const isNamed = ({ file }: Finding) => file !== undefined && ofStacks.has(file);
  problems.push(...project.problems.filter(isNamed));
  for (const file of ofStacks) {
    if (tree.lookup(file).kind === "missing") problems.push(loadFinding("missing-file", {}, { file }));
  }
  return {
    findings: sortFindings([...findings, ...project.findings.filter(isNamed)]) as LintResult["findings"],
    problems: sortFindings(problems),
    allowed: project.allowed.filter(isNamed),
  };
}

function readNamed(file: string, shown: string, texts: PromptText[], problems: Finding[]): void {
  const folder = path.dirname(file);
  if (!existsSync(folder)) return void problems.push(loadFinding("missing-file", {}, { file: shown }));
  const tree = diskTree(folder);
  const name = path.basename(file);
  const read = readText(tree, name);
  if ("findings" in read) problems.push(...read.findings.map((finding) => ({ ...finding, file: shown })));
  else {
    const raw = rawText(tree, name);
    texts.push(
      promptText({
        role: "file",
        file: shown,
        text: read.text,
        raw,
        exists: (mention) => mayExist(mention, folder),
      }),
    );
  }
}

function rawText(tree: SourceTree, name: string): string | null {
  const entry = tree.lookup(name);
  return entry.kind === "file" ? (decodeUtf8(entry.read()) ?? null) : null;
}

/** Whether an agent follows `@path` is not known here, so only mentions of texts count: `@scope/package` is a name. */
function mayExist(mention: string, folder: string): boolean {
  if (!/\.(?:md|mdc|mdx|txt|rst)$/i.test(mention) || mention.startsWith("~/")) return true;
  return existsSync(path.resolve(folder, mention));
}

/** Lines of files below or beside a root, for frames and baselines. */
export function lineTextIn(root: string): (file: string, line: number) => string {
  const readers = new Map<string, (file: string, line: number) => string>();
  return (file, line) => {
    const full = path.resolve(root, file);
    const folder = path.dirname(full);
    let reader = readers.get(folder);
    if (reader === undefined) {
      if (!existsSync(folder)) return "";
      readers.set(folder, (reader = lineReader(diskTree(folder))));
    }
    return reader(path.basename(full), line);
  };
}
