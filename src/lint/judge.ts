import type { Stack } from "../load/index.ts";
import { type Finding, nearest } from "../util/index.ts";
import { Allowances } from "./allowances.ts";
import { lintFinding } from "./messages.ts";
import { rules } from "./rules/index.ts";
import type { Found } from "./run-rules.ts";
import type { LintFinding } from "./types.ts";

/** What was found in one stack. */
export interface StackLint {
  findings: LintFinding[];
  /** Findings that are allowed with a reason. */
  allowed: LintFinding[];
}

/** Allowances applied, each finding once however many variants have it. */
export function judge(
  variants: readonly Stack[],
  found: readonly { found: Found; stack: Stack }[],
  diagnostics: readonly Finding[],
  lineText: (file: string, line: number) => string,
): StackLint {
  const allowances = new Allowances(variants);
  const own = new Set<string>(rules.map(({ kind }) => kind));
  const all = [
    ...found,
    ...diagnostics
      .filter(({ kind, severity }) => !own.has(kind) && severity !== "info")
      .map((finding) => ({
        stack: variants[0]!,
        found: { finding: asLint(finding, variants[0]!), layers: [] },
      })),
  ];
  const kept = new Map<string, LintFinding>();
  const allowed = new Map<string, LintFinding>();
  for (const { found: one, stack } of all) {
    const { finding, layers } = one;
    const key = `${finding.kind} ${finding.file}:${finding.line} ${finding.message}`;
    const source = finding.file === undefined ? "" : lineText(finding.file, finding.line ?? 0);
    if (allowances.allows({ finding, source, layers }, stack)) allowed.set(key, finding);
    else kept.set(key, finding);
  }
  const extra = [
    ...allowances.unused().flatMap((finding) => adjust(finding, variants[0]!)),
    ...unknownRules(variants[0]!),
  ];
  return { findings: [...kept.values(), ...extra], allowed: [...allowed.values()] };
}

function adjust(finding: LintFinding, { lint }: Stack): LintFinding[] {
  const severity = lint.severity[finding.kind] ?? finding.severity;
  return severity === "off" ? [] : [{ ...finding, severity }];
}

/** What assembling said; without a place of its own it stands at the stack. */
function asLint(finding: Finding, stack: Stack): LintFinding {
  const severity = finding.severity === "error" ? "error" : "warning";
  return {
    ...finding,
    file: finding.file ?? stack.file,
    line: finding.line ?? 1,
    severity,
    heuristic: false,
  };
}

/** Names under `severity` that no rule has. */
function unknownRules({ file, lint, lineAt }: Stack): LintFinding[] {
  const known = [...rules.map(({ kind }) => kind as string), "unused-allowance"];
  return Object.keys(lint.severity)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const place = { file, line: lineAt(["lint", "severity", name]) };
      const finding = lintFinding("unknown-lint-rule", { name, near: nearest(name, known) }, place);
      return { ...finding, severity: "error", heuristic: false };
    });
}
