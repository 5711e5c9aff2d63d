import path from "node:path";
import { diskTree, openRepository } from "../load/index.ts";
import { applyBaseline, type LintResult, lintProject } from "../lint/index.ts";
import { type Finding, stableJson, UserError } from "../util/index.ts";
import type { Io } from "./io.ts";
import { wantsColor } from "./io.ts";
import { readBaseline, writeBaseline } from "./linting/baseline-file.ts";
import type { FileFix } from "./linting/fix-files.ts";
import { lintNamed, lineTextIn } from "./linting/lint-named.ts";
import { renderText } from "./linting/render-text.ts";
import { parseRules } from "./linting/parse-rules.ts";
import { commandFinding } from "./messages.ts";
import { findRoot, requireFolder } from "./find-root.ts";
import { printFindings } from "./print-findings.ts";
import { packageVersion } from "./versions.ts";

export interface LintCommandOptions {
  root?: string;
  format?: "text" | "json" | "sarif" | "github";
  json?: boolean;
  maxWarnings?: number;
  baseline?: string;
  updateBaseline?: boolean;
  fix?: boolean;
  dryRun?: boolean;
  since?: string;
  rule?: string[];
}

/** Everything that a format shows. */
interface Outcome extends LintResult {
  /** Findings that the baseline covers. */
  covered: number;
  fixes: FileFix[];
}

/** `strata lint`: findings over the stacks of a repository, or over the files that are named. */
export async function lintCommand(
  io: Io,
  files: readonly string[],
  options: LintCommandOptions,
): Promise<number> {
  checkOptions(options);
  const root = findRoot(io, options.root);
  requireFolder(root);
  const lint = () => runLint(io, root, files, options);
  let result = await lint();
  let fixes: FileFix[] = [];
  if (options.fix) {
    // The diff library is loaded only to show one.
    const { applyFixes, planFixes } = await import("./linting/fix-files.ts");
    fixes = planFixes(root, result.findings);
    if (!options.dryRun && fixes.length > 0) {
      applyFixes(root, fixes);
      result = await lint();
    }
  }
  const lineText = lineTextIn(root);
  const outcome: Outcome = { ...result, covered: 0, fixes };
  if (options.baseline !== undefined) {
    const file = path.resolve(io.cwd, options.baseline);
    if (options.updateBaseline) {
      const count = writeBaseline(file, outcome.findings, lineText);
      io.stderr.write(`${count} findings written to ${options.baseline}\n`);
    }
    const { findings, covered, fixed } = applyBaseline(outcome.findings, readBaseline(file), lineText);
    Object.assign(outcome, { findings, covered });
    if (fixed > 0)
      io.stderr.write(
        `${fixed} findings of the baseline are gone: run --update-baseline to keep it tight.\n`,
      );
  }
  await print(io, outcome, root, options);
  return exitCodeOf(outcome, options.maxWarnings);
}

function checkOptions({ updateBaseline, baseline, dryRun, fix }: LintCommandOptions): void {
  const problems: Finding[] = [];
  if (updateBaseline && baseline === undefined)
    problems.push(commandFinding("usage", { problem: "--update-baseline needs --baseline FILE." }));
  if (dryRun && !fix) problems.push(commandFinding("usage", { problem: "--dry-run goes with --fix." }));
  if (problems.length > 0) throw new UserError(problems);
}

async function runLint(
  io: Io,
  root: string,
  files: readonly string[],
  { since, rule }: LintCommandOptions,
): Promise<LintResult> {
  if (files.length > 0)
    return lintNamed(
      root,
      files.map((file) => path.resolve(io.cwd, file)),
      parseRules(rule),
    );
  if (rule !== undefined)
    throw new UserError([
      commandFinding("usage", { problem: "--rule is for named files; a stack says it under lint.severity." }),
    ]);
  const before = since === undefined ? null : await (await openRepository(root)).tree(since);
  return lintProject(diskTree(root, io.parsed), { root, before });
}

async function print(io: Io, outcome: Outcome, root: string, options: LintCommandOptions): Promise<void> {
  const { findings, problems, allowed, covered, fixes } = outcome;
  const lineText = lineTextIn(root);
  switch (options.json ? "json" : (options.format ?? "text")) {
    case "json":
      io.stdout.write(
        `${stableJson({ schema: 1, ...errorOf(problems), findings, problems, allowed, covered, fixes }, 2)}\n`,
      );
      printFindings(io, problems);
      return;
    case "sarif": {
      const { renderSarif } = await import("../report/index.ts");
      io.stdout.write(
        `${stableJson(renderSarif([...problems, ...findings], { version: packageVersion(), lineText }), 2)}\n`,
      );
      printFindings(io, problems);
      return;
    }
    case "github": {
      const { renderGithub } = await import("../report/index.ts");
      io.stdout.write(renderGithub([...problems, ...findings]));
      return;
    }
    case "text":
      for (const { diff } of fixes) io.stdout.write(diff);
      printFindings(io, problems);
      io.stdout.write(renderText(outcome, { lineText, color: wantsColor(io.stdout, io.env) }));
  }
  for (const { file, textChanged } of fixes) {
    if (textChanged) io.stderr.write(`${file}: its text changed. Raise its version.\n`);
  }
}

/** With exit 2 the document says what is wrong, as it does for every command. */
function errorOf([first]: readonly Finding[]): { error?: object } {
  if (first === undefined) return {};
  const { kind, message, file, line } = first;
  return { error: { code: kind, message, file, line } };
}

function exitCodeOf({ findings, problems }: Outcome, maxWarnings = Infinity): number {
  if (problems.some(({ severity }) => severity === "error")) return 2;
  if (findings.some(({ severity }) => severity === "error")) return 1;
  return findings.length > maxWarnings ? 1 : 0;
}
