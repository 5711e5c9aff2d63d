import { type Entry, type FileSource, fillPlaceholders, type Scenario } from "../load/index.ts";
import type { Finding } from "../util/index.ts";
import type { Facts } from "./facts.ts";
import { findImports } from "./find-imports.ts";
import { assembleFinding, reasons } from "./messages.ts";
import { candidatesOf } from "./candidates.ts";
import { fileUse, inWorld, shownPath } from "./source-path.ts";
import { runSteps } from "./run-steps.ts";
import type { SourceUse } from "./types.ts";

/** The text of a layer that comes from files, and every file that was considered for it. */
export interface Collected {
  pieces: string[];
  sources: SourceUse[];
  diagnostics: Finding[];
}

interface Context extends Collected {
  scenario: Scenario;
  layer: string;
  /** Absolute paths taken so far: each file stands once in a layer. */
  taken: Set<string>;
}

/** Collects the files of a layer, in order. */
export function collectFiles(
  sources: readonly FileSource[],
  layer: string,
  scenario: Scenario,
  facts: Facts,
): Collected {
  const context: Context = { pieces: [], sources: [], diagnostics: [], scenario, layer, taken: new Set() };
  for (const source of sources) {
    for (const candidate of candidatesOf(source, scenario, facts)) {
      if ("use" in candidate) context.sources.push(candidate.use);
      else take(candidate.path, candidate.text, candidate.heading ?? source.heading, source, [], context);
    }
  }
  const { pieces, diagnostics } = context;
  return { pieces, sources: context.sources, diagnostics };
}

/** Runs a file through its steps and adds it, then whatever it imports. `ancestors` are the importing files. */
function take(
  path: string,
  given: string | undefined,
  heading: string | undefined,
  source: FileSource,
  ancestors: readonly string[],
  context: Context,
): void {
  const { world } = context.scenario;
  const entry = world.lookup(path);
  const use = { ...fileUse(path, source.scope, entry, world), status: "taken" } as SourceUse;
  const skip = (reason: string, status: SourceUse["status"] = "skipped") =>
    void context.sources.push({ ...use, status, reason });

  if (entry.kind === "missing") return skip(entry.link ? reasons.dangling(entry.link) : reasons.absent(), "absent");
  if (context.taken.has(path)) return skip(reasons.importAgain());
  const result = runSteps(source.steps, given === undefined ? { entry } : { text: given, entry });
  if (result.kind === "skipped") return skip(result.reason);
  if (result.kind === "failed") {
    const args = { path: use.path, reason: result.reason };
    const kind = result.guarded ? "guard-failed" : "not-usable";
    context.diagnostics.push(assembleFinding(kind, args, { layer: context.layer }));
    return skip(result.reason);
  }
  context.taken.add(path);
  if (result.text.trim() === "") return skip(reasons.blank());
  context.sources.push(use);
  context.pieces.push(withHeading(heading, use, result.text));
  if (source.imports !== undefined) followImports(path, entry, source, ancestors, context);
}

function withHeading(heading: string | undefined, use: SourceUse, text: string): string {
  if (heading === undefined) return text;
  const values: Record<string, string> = { path: use.path, scope: use.scope };
  return `${fillPlaceholders(heading, (name) => values[name])}\n${text}`;
}

function followImports(
  from: string,
  entry: Entry,
  source: FileSource,
  ancestors: readonly string[],
  context: Context,
): void {
  const { world } = context.scenario;
  const imports = source.imports!;
  for (const path of findImports(entry, from, world)) {
    const use = fileUse(path, source.scope, world.lookup(path), world);
    const skip = (reason: string) => void context.sources.push({ ...use, status: "skipped", reason });
    const root = world.rootOf(from)!;
    const chain = [...ancestors, from];
    if (chain.includes(path)) {
      const args = { path: use.path, from: shownPath(from, world) };
      context.diagnostics.push(assembleFinding("import-cycle", args, { layer: context.layer }, "warning"));
      skip(reasons.importAgain());
    } else if (world.rootOf(path) !== root) skip(reasons.importOutside(root));
    else if (inWorld(path, world, imports.exclude)) skip(reasons.importExcluded());
    else if (chain.length > imports.maxDepth) skip(reasons.importDepth(imports.maxDepth));
    else take(path, undefined, source.heading, source, chain, context);
  }
}
