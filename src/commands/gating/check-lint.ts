import path from "node:path";
import { type Gate, gateFinding } from "../../gate/index.ts";
import { applyBaseline, lintProject } from "../../lint/index.ts";
import type { SourceTree } from "../../load/index.ts";
import type { Finding } from "../../util/index.ts";
import { readBaseline } from "../linting/baseline-file.ts";
import { lineTextIn } from "../linting/lint-named.ts";

/** What `strata lint` says of a working tree, and whether it warns too often. */
export async function checkLint(
  root: string,
  tree: SourceTree,
  before: SourceTree,
  { lint, file, lineAt }: Gate,
): Promise<{ findings: Finding[]; warnings: number }> {
  const { findings: all } = await lintProject(tree, { root, before });
  const findings =
    lint.baseline === undefined
      ? all
      : applyBaseline(all, readBaseline(path.join(root, lint.baseline)), lineTextIn(root)).findings;
  const warnings = findings.filter(({ severity }) => severity === "warning").length;
  const { maxWarnings } = lint;
  if (maxWarnings === undefined || warnings <= maxWarnings) return { findings, warnings };
  const place = { file, line: lineAt(["lint", "maxWarnings"]) };
  return {
    findings: [...findings, gateFinding("too-many-warnings", { warnings, limit: maxWarnings }, place)],
    warnings,
  };
}
