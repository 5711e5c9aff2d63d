import path from "node:path";
import {
  compareSessions,
  defaultRules,
  describeSessions,
  sessionOutcomes,
  type Verdict,
} from "../compare/index.ts";
import { readRecordsFile } from "../lock/index.ts";
import { stableJson, UserError } from "../util/index.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { printFindings } from "./print-findings.ts";

export interface AbSessionsOptions {
  sessions: string[];
  margin?: number;
  json?: boolean;
}

/** `strata ab --sessions FILE… [A] [B]`: outcomes recorded in production, by recipe. */
export function abSessions(
  io: Io,
  named: { a: string | undefined; b: string | undefined },
  options: AbSessionsOptions,
): number {
  const files = options.sessions.map((file) => path.resolve(io.cwd, file));
  const read = files.map((file) => ({ file, ...readRecordsFile(file) }));
  // A file that is not there reads as one without records.
  const empty = read.filter(({ records, broken }) => records.length + broken === 0);
  if (empty.length > 0)
    throw new UserError(
      empty.map(({ file }) => commandFinding("no-sessions", { file: path.relative(io.cwd, file) })),
    );
  printFindings(
    io,
    read
      .filter(({ broken }) => broken > 0)
      .map(({ file, broken }) => commandFinding("broken-sessions", { broken }, { file }, "warning")),
  );
  const records = read.flatMap((one) => one.records);
  const { versions, outcomes, findings } = sessionOutcomes(records, named);
  const margin = options.margin === undefined ? defaultRules.margin : options.margin / 100;
  const comparison = compareSessions(outcomes, versions, margin);
  printFindings(io, [...findings, ...comparison.warnings]);
  const words = describeSessions(comparison, margin);
  const exitCode = codes[comparison.verdict];
  if (options.json)
    io.stdout.write(`${stableJson({ schema: 1, ...comparison, versions, margin, words, exitCode }, 2)}\n`);
  else {
    const names = [`A: ${versions.a}`, `B: ${versions.b}`];
    io.stdout.write(`${[...names, "", ...words].join("\n")}\n`);
  }
  return exitCode;
}

const codes = { improved: 0, neutral: 0, regressed: 1, inconclusive: 3 } satisfies Record<Verdict, number>;
