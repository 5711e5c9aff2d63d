import { type LintKind, lintFinding } from "./messages.ts";
import type { Hit, LintFinding, LintInputs, LintSeverity, PromptText, Rule } from "./types.ts";

/** Severities that differ from a rule's own. */
export type Severities = Readonly<Record<string, LintSeverity | undefined>>;

/** A finding and the layers of its text, for allowances. */
export interface Found {
  finding: LintFinding;
  layers: readonly string[];
}

/**
 * Runs a rule on what it declares, and on nothing else. `inputs` may compute on access, so what no enabled rule
 * declares is never made. Most rules wait for nothing, and then nobody waits for them.
 */
export function runRule(
  rule: Rule,
  inputs: Partial<LintInputs>,
  severities: Severities,
): Found[] | Promise<Found[]> {
  const severity = severities[rule.kind] ?? rule.severity;
  if (severity === "off") return [];
  const seen: Partial<Record<keyof LintInputs, unknown>> = {};
  for (const name of rule.inputs) {
    if (!(name in inputs)) return [];
    seen[name] = inputs[name];
  }
  const text = seen.text as PromptText | undefined;
  const hits = rule.run(seen as unknown as LintInputs);
  const found = (all: Iterable<Hit>) => toFound(rule, all, severity, text);
  return hits instanceof Promise ? hits.then(found) : found(hits);
}

function toFound(rule: Rule, hits: Iterable<Hit>, severity: "error" | "warning", text?: PromptText): Found[] {
  const found: Found[] = [];
  for (const hit of hits)
    found.push({ finding: toFinding(rule, hit, severity, text), layers: text?.layers ?? [] });
  return found;
}

function toFinding(
  rule: Rule,
  { args, line, file, layer }: Hit,
  severity: "error" | "warning",
  text?: PromptText,
): LintFinding {
  const at = file ?? text?.file;
  const [own] = text?.layers ?? [];
  const place = {
    ...(at === undefined ? {} : { file: at }),
    line,
    ...((layer ?? own) === undefined ? {} : { layer: (layer ?? own)! }),
  };
  return {
    ...lintFinding(rule.kind as LintKind, args as never, place, severity),
    severity,
    heuristic: rule.heuristic,
  };
}
