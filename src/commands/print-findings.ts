import { type Finding, formatFinding, plainLine } from "../util/index.ts";
import type { Io } from "./io.ts";

/** Prints findings on stderr, each once. */
export function printFindings(io: Io, findings: readonly Finding[]): void {
  const lines = new Set(
    findings.map((finding) => `${finding.severity}  ${plainLine(formatFinding(finding))}`),
  );
  for (const line of lines) io.stderr.write(`${line}\n`);
}
