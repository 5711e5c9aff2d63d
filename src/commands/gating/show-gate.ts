import { appendFileSync } from "node:fs";
import path from "node:path";
import type { GateReport } from "../../gate/index.ts";
import { renderGateMarkdown, renderGateText } from "../../report/index.ts";
import type { RunFolder } from "../../run/index.ts";
import { stableJson, writeFileAtomic } from "../../util/index.ts";
import type { Io } from "../io.ts";
import { printFindings } from "../print-findings.ts";

/** Where a gate is shown beside the terminal. */
export interface GateOutput {
  json?: boolean | undefined;
  /** A file of its own for the Markdown. */
  summary?: string | undefined;
  folders: readonly RunFolder[];
}

/** Prints the gate, and leaves it as JSON and Markdown in the run folders; a CI job's summary gets it too. */
export function showGate(io: Io, report: GateReport, { json, summary, folders }: GateOutput): void {
  printFindings(
    io,
    report.parts.flatMap(({ findings }) => findings),
  );
  const document = `${stableJson(gateDocument(report), 2)}\n`;
  const markdown = renderGateMarkdown(report);
  for (const folder of folders) {
    folder.write("gate.json", document);
    folder.write("gate.md", markdown);
  }
  if (summary !== undefined) writeFileAtomic(path.resolve(io.cwd, summary), markdown);
  const job = io.env["GITHUB_STEP_SUMMARY"];
  // Other steps of the job write to the same file.
  if (job) appendFileSync(job, markdown);
  io.stdout.write(json ? document : renderGateText(report));
}

/** The one JSON document; with exit 2 and 3 it says what is wrong as every command does. */
function gateDocument(report: GateReport): object {
  const { exitCode, because, parts } = report;
  if (exitCode !== 2 && exitCode !== 3) return { schema: 1, ...report };
  const part = parts.find((one) => because.includes(one.part))!;
  const finding = part.findings.find(({ severity }) => severity === "error");
  const error = finding ?? { kind: `gate-${report.outcome}`, message: part.summary };
  const { kind: code, message, file, line } = { file: undefined, line: undefined, ...error };
  return { schema: 1, error: { code, message, file, line }, ...report };
}
