import { type Finding, formatFinding, sortFindings } from "./finding.ts";

/** What the user must fix (exit 2) or what could not be decided (exit 3); shown without a stack. */
export class UserError extends Error {
  readonly code: string;
  readonly exitCode: 2 | 3;
  readonly findings: Finding[];

  constructor(findings: Finding[], exitCode: 2 | 3 = 2) {
    const sorted = sortFindings(findings);
    super(sorted.map(formatFinding).join("\n"));
    this.name = "UserError";
    this.code = sorted[0]?.kind ?? "unknown";
    this.exitCode = exitCode;
    this.findings = sorted;
  }
}

/** Told by the brand, not by `instanceof`: two copies of the package must recognise each other's errors. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === "UserError" && "findings" in error;
}
