import type { WrittenStack } from "../schema/index.ts";
import type { Report } from "./layer-context.ts";
import { loadFinding } from "./messages.ts";
import { readText } from "./read-file.ts";
import { type SourceTree, treePath } from "./source-tree.ts";
import type { Contract } from "./stack-types.ts";

/** Loads the JSON Schemas of a stack's structured answers. */
export function loadContracts(
  tree: SourceTree,
  folder: string,
  written: WrittenStack,
  report: Report,
): ReadonlyMap<string, Contract> {
  const contracts = new Map<string, Contract>();
  for (const [id, { schema, rules }] of Object.entries(written.contracts)) {
    const at = ["contracts", id, "schema"];
    const path = treePath(folder, schema);
    if (path === undefined) {
      report(at, (place) => loadFinding("outside-root", { path: schema }, place));
      continue;
    }
    const read = readText(tree, path, `contract ${path}`);
    if ("findings" in read) {
      for (const finding of read.findings) {
        report(at, (place) => (finding.kind === "missing-file" ? { ...finding, ...place } : finding));
      }
      continue;
    }
    try {
      contracts.set(id, { id, rules, schema: JSON.parse(read.text) as object });
    } catch (error) {
      report(at, () => loadFinding("not-json", { problem: (error as Error).message }, { file: path }));
    }
  }
  return contracts;
}
