import path from "node:path";
import { gatherTrust, trustReport } from "../compare/index.ts";
import { renderTrust } from "../report/index.ts";
import { stableJson } from "../util/index.ts";
import { findRoot } from "./find-root.ts";
import type { Io } from "./io.ts";
import { printFindings } from "./print-findings.ts";

export interface TrustOptions {
  root?: string;
  runs?: string[];
  json?: boolean;
}

/** `strata trust`: what stored runs tell about the corpus: which cases flake, and which tell nothing apart. */
export async function trustCommand(io: Io, options: TrustOptions): Promise<number> {
  const folders = options.runs?.map((dir) => path.resolve(io.cwd, dir)) ?? [
    path.join(findRoot(io, options.root), "reports", "runs"),
  ];
  const { trials, runs, findings } = gatherTrust(folders);
  printFindings(io, findings);
  const report = trustReport(trials);
  if (options.json) io.stdout.write(`${stableJson({ schema: 1, runs, ...report }, 2)}\n`);
  else io.stdout.write(renderTrust(report, { runs, width: io.stdout.columns ?? Infinity }));
  return 0;
}
