import type { WrittenLintBaseline } from "../schema/index.ts";
import { plainLine, sha256, shortHash, sortFindings } from "../util/index.ts";
import type { LintFinding } from "./types.ts";

export type Baseline = WrittenLintBaseline;

type LineText = (file: string, line: number) => string;

/** The baseline of some findings. Secrets are never in it: a hash would let others confirm a guess, and they must go. */
export function makeBaseline(findings: readonly LintFinding[], lineText: LineText): Baseline {
  const counts = new Map<string, Baseline["findings"][number]>();
  for (const finding of sortFindings(findings) as LintFinding[]) {
    if (finding.kind === "secret") continue;
    const key = keyOf(finding, lineText);
    const known = counts.get(key.id);
    if (known === undefined)
      counts.set(key.id, { file: key.file, kind: finding.kind, line: key.line, count: 1 });
    else known.count++;
  }
  return { strata: 1, findings: [...counts.values()] };
}

/** Findings that a baseline does not cover, how many it covers, and what it covers in vain. */
export function applyBaseline(
  findings: readonly LintFinding[],
  baseline: Baseline,
  lineText: LineText,
): { findings: LintFinding[]; covered: number; fixed: number } {
  const left = new Map(
    baseline.findings.map(({ file, kind, line, count }) => [`${file}\n${kind}\n${line}`, count]),
  );
  const kept: LintFinding[] = [];
  for (const finding of findings) {
    const { id } = keyOf(finding, lineText);
    const count = finding.kind === "secret" ? 0 : (left.get(id) ?? 0);
    if (count === 0) kept.push(finding);
    else left.set(id, count - 1);
  }
  const fixed = [...left.values()].reduce((sum, count) => sum + count, 0);
  return { findings: kept, covered: findings.length - kept.length, fixed };
}

/** The text of the line identifies a finding, not its number, which every edit above it moves. */
function keyOf({ file = "", line = 0, kind }: LintFinding, lineText: LineText) {
  const text = plainLine(lineText(file, line)).trim().replaceAll(/\s+/g, " ");
  const hash = shortHash(sha256(text));
  return { id: `${file}\n${kind}\n${hash}`, file, line: hash };
}
