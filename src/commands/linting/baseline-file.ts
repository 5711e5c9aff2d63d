import { existsSync } from "node:fs";
import path from "node:path";
import { type Baseline, type LintFinding, makeBaseline } from "../../lint/index.ts";
import { diskTree, readYaml } from "../../load/index.ts";
import { stableJson, UserError, writeFileAtomic } from "../../util/index.ts";
import { commandFinding } from "../messages.ts";

/** Reads a baseline; throws a UserError for one that is missing or broken. */
export function readBaseline(file: string): Baseline {
  const folder = path.dirname(file);
  if (!existsSync(file)) throw new UserError([commandFinding("no-baseline", { path: file })]);
  const { data, findings } = readYaml(diskTree(folder), path.basename(file), "lint-baseline");
  if (data === undefined) throw new UserError(findings);
  return data;
}

/** Writes the baseline of some findings and returns how many it holds. */
export function writeBaseline(
  file: string,
  findings: readonly LintFinding[],
  lineText: (file: string, line: number) => string,
): number {
  const baseline = makeBaseline(findings, lineText);
  writeFileAtomic(file, `${stableJson(baseline, 2)}\n`);
  return baseline.findings.reduce((sum, { count }) => sum + count, 0);
}
