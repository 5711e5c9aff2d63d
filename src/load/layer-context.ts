import type { WrittenStack } from "../schema/index.ts";
import type { Finding } from "../util/index.ts";
import { type LayerFile, loadLayerFile } from "./layer-file.ts";
import { loadFinding } from "./messages.ts";
import { type SourceTree, treePath } from "./source-tree.ts";
import type { Profile, Tier } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** Where findings about a place of the stack go. */
export interface Report {
  (path: Path, make: (place: { file: string; line: number }) => Finding): void;
}

/** What the parts of a stack are resolved against. */
export interface LayerContext {
  tree: SourceTree;
  stack: WrittenStack;
  /** Folder of stack.yaml. */
  folder: string;
  /** Layer files by version and path, each read once for all variants. */
  files: Map<string, ReturnType<typeof loadLayerFile>>;
  tiers: ReadonlyMap<string, Tier>;
  profiles: ReadonlyMap<string, Profile>;
  report: Report;
}

/** Loads a layer file named at a place of the stack, relative to stack.yaml. */
export function loadContextFile(
  name: string,
  version: string | undefined,
  at: Path,
  context: LayerContext,
): LayerFile | undefined {
  const path = treePath(context.folder, name);
  if (path === undefined) {
    context.report(at, (place) => loadFinding("outside-root", { path: name }, place));
    return undefined;
  }
  const key = `${version ?? ""} ${path}`;
  const result = context.files.get(key) ?? loadLayerFile(context.tree, path, version);
  context.files.set(key, result);
  if ("file" in result) return result.file;
  for (const finding of result.findings) {
    // A file that is not there is the fault of the line that names it.
    context.report(at, (place) => (finding.kind === "missing-file" ? { ...finding, ...place } : finding));
  }
  return undefined;
}
