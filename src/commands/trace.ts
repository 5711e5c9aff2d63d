import path from "node:path";
import { diskTree } from "../load/index.ts";
import {
  openObjectStore,
  openRepositoryIfAny,
  readRecordsFile,
  recordsFile,
  traceFinding,
  traceHash,
} from "../lock/index.ts";
import { plainText, stableJson } from "../util/index.ts";
import { findRoot, requireFolder } from "./find-root.ts";
import type { Io } from "./io.ts";
import { printFindings } from "./print-findings.ts";
import { describeTrace, traceText } from "./trace/describe-trace.ts";

export interface TraceOptions {
  root?: string;
  text?: boolean;
  json?: boolean;
}

/** `strata trace`: what bears a hash, since when and until when, and its text. */
export async function traceCommand(io: Io, given: string, options: TraceOptions): Promise<number> {
  const root = findRoot(io, options.root);
  requireFolder(root);
  const dir = path.join(root, ".strata");
  const records = readRecordsFile(recordsFile(dir));
  const traced = await traceHash(given, {
    ...{ tree: diskTree(root), repository: await openRepositoryIfAny(root), records },
    store: openObjectStore(dir),
  });
  const findings = [...traced.findings];
  if (records.broken > 0) {
    const place = { file: ".strata/sessions.jsonl" };
    findings.push(traceFinding("records-broken", { broken: records.broken }, place, "warning"));
  }
  printFindings(io, findings);
  const { trace } = traced;
  if (options.json) {
    const document = trace === null ? { ...traced, hash: given } : { ...trace };
    io.stdout.write(`${stableJson({ schema: 1, found: trace !== null, ...document, findings }, 2)}\n`);
  } else if (trace !== null) {
    const text = traceText(trace);
    // The bytes as they are, but for a person's terminal, which a prompt might hold escape sequences for.
    const shown = io.stdout.isTTY && !options.text ? plainText(text) : text;
    io.stdout.write(options.text ? shown : `${describeTrace(trace)}\n${shown}`);
  }
  return findings.some(({ severity }) => severity === "error") ? 1 : 0;
}
