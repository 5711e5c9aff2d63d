import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { assemble } from "../assemble/index.ts";
import { createExport, writeExport } from "../lock/index.ts";
import { stableJson, UserError } from "../util/index.ts";
import type { Io } from "./io.ts";
import { commandFinding } from "./messages.ts";
import { findRoot } from "./find-root.ts";
import { openPrompts } from "./open-prompts.ts";
import { printFindings } from "./print-findings.ts";
import { type CombinationFilter, selectCombinations } from "./select-combinations.ts";

export interface ExportOptions extends CombinationFilter {
  root?: string;
  out: string;
  json?: boolean;
}

/** `strata export`: writes prompts as files for agents in any language, with a manifest and its hashes. */
export async function exportCommand(io: Io, options: ExportOptions): Promise<number> {
  const out = path.resolve(io.cwd, options.out);
  if (existsSync(out) && !statSync(out).isDirectory()) {
    throw new UserError([commandFinding("out-not-folder", { path: out })]);
  }
  const combinations = selectCombinations(openPrompts(findRoot(io, options.root), options.scenario), options);
  const prompts = combinations.map((combination) => ({ combination, assembly: assemble(combination) }));
  const findings = prompts.flatMap(({ assembly }) => assembly.diagnostics);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UserError(errors);
  printFindings(io, findings);
  const files = createExport(prompts);
  const written = writeExport(out, files);
  const count = { combinations: prompts.length, files: files.size };
  if (options.json) io.stdout.write(`${stableJson({ schema: 1, out, written, ...count }, 2)}\n`);
  const what = `${count.combinations} ${count.combinations === 1 ? "prompt" : "prompts"} in ${count.files} files`;
  io.stderr.write(written ? `${what} written to ${out}\n` : `${out} holds these ${what} already\n`);
  return 0;
}
