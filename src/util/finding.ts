/** How much a finding matters: an error fails a command, a warning may, an info never does. */
export type Severity = "error" | "warning" | "info";

/** Where a finding is. `file` is relative to the repository root, `line` counts from 1. */
export interface Place {
  file?: string;
  line?: number;
  layer?: string;
}

/** Something a person should know, as data; `message` is its wording, made once from `kind` and `args`. */
export interface Finding extends Place {
  kind: string;
  severity: Severity;
  args: object;
  message: string;
}

type Wording = Record<string, (args: never) => string>;

/**
 * Makes the finding constructor of a stage from its wording table, so that no kind is without words
 * and no sentence is built where the logic is.
 */
export function defineFindings<W extends Wording>(wording: W) {
  return function finding<K extends keyof W & string>(
    kind: K,
    args: Parameters<W[K]>[0],
    place: Place = {},
    severity: Severity = "error",
  ): Finding {
    return { kind, severity, args: args as object, message: wording[kind]!(args as never), ...place };
  };
}

/** Orders findings as a reader goes through the files: by file, then line, then kind. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) =>
      compareText(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0) || compareText(a.kind, b.kind),
  );
}

/** One line for one finding: place, message. */
export function formatFinding(finding: Finding): string {
  const place = finding.file ? `${finding.file}${finding.line ? `:${finding.line}` : ""}  ` : "";
  return `${place}${finding.message}`;
}

/** Code-unit order, the same on every machine (localeCompare is not). */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
