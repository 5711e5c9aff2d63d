import { type LintSeverity, rules } from "../../lint/index.ts";
import { nearest, suggestion, UserError } from "../../util/index.ts";
import { commandFinding } from "../messages.ts";

const severities = ["off", "warning", "error"];

/** Reads `--rule politeness=off`; throws one UserError with every one that is wrong. */
export function parseRules(given: readonly string[] | undefined): Record<string, LintSeverity> {
  const known = rules.map(({ kind }) => kind as string);
  const problems = (given ?? []).flatMap((text) => {
    const [kind = "", severity = ""] = text.split("=");
    if (!known.includes(kind)) return [`there is no lint rule "${kind}".${suggestion(nearest(kind, known))}`];
    return severities.includes(severity) ? [] : [`"${text}" must end in =off, =warning or =error.`];
  });
  if (problems.length > 0)
    throw new UserError(problems.map((problem) => commandFinding("usage", { problem })));
  return Object.fromEntries((given ?? []).map((text) => text.split("=") as [string, LintSeverity]));
}
