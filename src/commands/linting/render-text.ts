import type { LintFinding, LintResult } from "../../lint/index.ts";
import { formatFinding, plainLine } from "../../util/index.ts";

export interface TextOptions {
  lineText(file: string, line: number): string;
  color: boolean;
}

/** Longest line of a frame, in characters. */
const widest = 120;

/** Each finding with the line it is about, then the counts. */
export function renderText(
  { findings, problems, allowed, covered }: LintResult & { covered: number },
  { lineText, color }: TextOptions,
): string {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const parts = findings.map((finding) => {
    const rule = finding.heuristic ? `${finding.kind}, a guess` : finding.kind;
    const severity = finding.severity === "error" ? paint(31, "error") : paint(33, "warning");
    return `${severity}  ${plainLine(formatFinding(finding))} (${rule})\n${frameOf(finding, lineText)}`;
  });
  // Without findings there is nothing to count: what could not be linted stands on stderr.
  if (findings.length === 0 && problems.length > 0) return "";
  return `${parts.join("")}${summaryOf(findings, problems.length, allowed.length, covered)}\n`;
}

/** The line itself, unless it would print a secret. */
function frameOf({ kind, file, line }: LintFinding, lineText: TextOptions["lineText"]): string {
  if (file === undefined || line === undefined || kind === "secret") return "";
  const text = plainLine(lineText(file, line).slice(0, 4 * widest));
  if (text.trim() === "") return "";
  const shown = [...text].length > widest ? `${[...text].slice(0, widest - 1).join("")}…` : text;
  return `  ${String(line).padStart(4)} | ${shown}\n`;
}

function summaryOf(
  findings: readonly LintFinding[],
  problems: number,
  allowed: number,
  covered: number,
): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const more = [
    ...(problems === 0 ? [] : [`${problems} problems that come first`]),
    ...(allowed === 0 ? [] : [`${allowed} allowed with a reason`]),
    ...(covered === 0 ? [] : [`${covered} in the baseline`]),
  ];
  return [`${errors} errors, ${warnings} warnings`, ...more].join("; ");
}
