import { type Entry, type FileGroup, type FileSource, type Scenario } from "../load/index.ts";
import type { Finding, Sha256 } from "../util/index.ts";
import { type Candidate, textOf } from "./candidate.ts";
import { candidatesOf } from "./candidates.ts";
import type { Facts } from "./facts.ts";
import { findImports } from "./find-imports.ts";
import { assembleFinding, reasons } from "./messages.ts";
import { parseFile } from "./parse-file.ts";
import { fillHeading, runSteps, type StepContext } from "./run-steps.ts";
import { fileUse, inWorld, localPath, shownPath } from "./source-path.ts";
import type { SourceUse } from "./types.ts";

/** The text of a layer that comes from files, and every file that was considered for it. */
export interface Collected {
  text: string;
  /** The files that were taken, each with its text as the steps left it, without its heading. */
  documents: Document[];
  sources: SourceUse[];
  diagnostics: Finding[];
}

/** A file's part of a layer. */
export interface Document {
  scope: string;
  path: string;
  text: string;
  sourceHash?: Sha256;
}

interface Context {
  documents: Document[];
  exclude: Exclude | undefined;
  pieces: string[];
  sources: SourceUse[];
  diagnostics: Finding[];
  scenario: Scenario;
  facts: Facts;
  layer: string;
  dedupe: boolean;
  /** Absolute paths taken so far: each file stands once in a layer. */
  taken: Set<string>;
  /** Texts of the files taken so far, before their steps. */
  texts: Set<string>;
}

/** Files that are left out because they were shown before. */
export type Exclude = (use: SourceUse) => boolean;

/** Collects the files of a layer. The first group that gives a text wins; files of later groups are only recorded. */
export function collectFiles(
  groups: readonly FileGroup[],
  { layer, dedupe, scenario, facts, exclude }: CollectOptions,
): Collected {
  const shared = { documents: [], sources: [], diagnostics: [], scenario, facts, layer, dedupe, exclude };
  let text = "";
  for (const group of groups) {
    const context: Context = { ...shared, pieces: [], taken: new Set(), texts: new Set() };
    if (text === "") text = collectGroup(group, context);
    else recordOthers(group, context);
  }
  const { documents, sources, diagnostics } = shared;
  return { text, documents, sources, diagnostics };
}

export interface CollectOptions {
  /** Id, for findings. */
  layer: string;
  dedupe: boolean;
  scenario: Scenario;
  facts: Facts;
  exclude?: Exclude | undefined;
}

function collectGroup(group: FileGroup, context: Context): string {
  const { scenario, facts } = context;
  for (const source of group.sources) {
    for (const candidate of candidatesOf(source, scenario, facts)) {
      if (!("use" in candidate)) take(candidate.path, candidate, source, [], context);
      else {
        context.sources.push(candidate.use);
        if (candidate.invalid) fail(candidate.use, candidate.use.reason!, true, context);
      }
    }
  }
  if (context.pieces.length === 0) return "";
  const last = context.sources.findLast(({ status }) => status === "taken")!;
  const steps = stepContext({ ...last, path: group.name ?? last.path }, {}, context);
  const result = runSteps(group.steps, { text: context.pieces.join(group.separator) }, steps);
  if (result.kind === "text") return result.text;
  if (result.kind === "failed") fail(last, result.reason, result.guarded, context);
  return "";
}

/** Files of a kind that comes after the one that was found. */
function recordOthers(group: FileGroup, { scenario, facts, sources }: Context): void {
  const { world } = scenario;
  for (const source of group.sources) {
    for (const candidate of candidatesOf(source, scenario, facts)) {
      if ("use" in candidate) continue;
      const entry = world.lookup(candidate.path);
      if (entry.kind !== "file") continue;
      const use = fileUse(candidate.path, source.scope, entry, world);
      sources.push({ ...use, status: "shadowed", reason: reasons.otherKind() });
    }
  }
}

type Given = Omit<Extract<Candidate, { path: string }>, "path">;

/** Runs a file through its steps and adds it, then whatever it imports. `ancestors` are the importing files. */
function take(
  path: string,
  given: Given,
  source: FileSource,
  ancestors: readonly string[],
  context: Context,
): void {
  const { world } = context.scenario;
  const entry = world.lookup(path);
  const use: SourceUse = {
    ...fileUse(path, given.scope ?? source.scope, entry, world),
    ...(source.absolute ? { path } : {}),
    status: "taken",
  };
  const skip = (reason: string, status: SourceUse["status"] = "skipped") =>
    void context.sources.push({ ...use, status, reason });

  if (entry.kind === "missing") {
    if (entry.link === undefined) return skip(reasons.absent(), "absent");
    if (source.dangling === "error") {
      fail(use, reasons.dangling(entry.link), true, context);
      return skip(reasons.dangling(entry.link));
    }
    const args = { path: use.path, target: entry.link };
    context.diagnostics.push(assembleFinding("dangling-link", args, { layer: context.layer }, "warning"));
    return skip(reasons.dangling(entry.link), "absent");
  }
  if (context.taken.has(path)) return skip(reasons.importAgain());
  if (context.exclude?.(use)) return skip(reasons.shownBefore());
  const steps = stepContext(use, { local: localPath(path, context.facts), ...given.values }, context);
  const parsed = parseFile(
    source,
    { entry, ...(given.text === undefined ? {} : { text: given.text }) },
    context.scenario,
    steps,
  );
  const result = parsed.kind === "text" ? runSteps(parsed.steps, parsed.subject, steps) : parsed;
  if (result.kind === "skipped") return skip(result.reason);
  if (result.kind === "failed") {
    fail(use, result.reason, result.guarded, context, entry);
    return skip(result.reason);
  }
  if (result.text.trim() === "" && source.empty === "omit") return skip(reasons.blank());
  if (given.shadowed !== undefined) return skip(given.shadowed, "shadowed");
  context.taken.add(path);
  // Headings differ by path, so what is compared is the file's own text.
  const own = (given.text ?? textOf(entry) ?? result.text).trim();
  if (context.dedupe && context.texts.has(own)) return skip(reasons.equalText());
  context.texts.add(own);
  const heading = given.heading ?? source.heading;
  const header = parsed.kind === "text" ? parsed.header : undefined;
  const text = header === undefined ? result.text : `${header}\n${result.text}`;
  const piece = heading === undefined ? text : `${fillHeading(heading, steps)}\n${text}`;
  context.sources.push(use);
  context.pieces.push(piece);
  const { sourceHash } = use;
  context.documents.push({
    ...{ scope: use.scope, path: use.path, text: result.text },
    ...(sourceHash === undefined ? {} : { sourceHash }),
  });
  if (source.imports !== undefined) followImports(path, entry, source, ancestors, context);
}

function stepContext(
  use: SourceUse,
  values: Record<string, string>,
  { layer, facts, diagnostics }: Context,
): StepContext {
  return {
    path: use.path,
    layer,
    facts,
    diagnostics,
    values: { scope: use.scope, local: use.path, ...values },
  };
}

/** Findings are about the file on disk, where there is one, not where the agent sees it. */
function fail(use: SourceUse, reason: string, guarded: boolean, context: Context, entry?: Entry): void {
  const kind = guarded ? "guard-failed" : "not-usable";
  const file = entry !== undefined && "path" in entry ? entry.path : context.scenario.file;
  context.diagnostics.push(assembleFinding(kind, { path: use.path, reason }, { layer: context.layer, file }));
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
  for (const { path, line } of findImports(entry, from, world)) {
    const use = fileUse(path, source.scope, world.lookup(path), world);
    const skip = (reason: string) => void context.sources.push({ ...use, status: "skipped", reason });
    const root = world.rootOf(from)!;
    const chain = [...ancestors, from];
    if (chain.includes(path)) {
      const args = { path: use.path, from: shownPath(from, world) };
      const place = { layer: context.layer, line, ...("path" in entry ? { file: entry.path } : {}) };
      context.diagnostics.push(assembleFinding("import-cycle", args, place, "warning"));
      skip(reasons.importAgain());
    } else if (world.rootOf(path) !== root) skip(reasons.importOutside(root));
    else if (inWorld(path, world, imports.exclude)) skip(reasons.importExcluded());
    else if (chain.length > imports.maxDepth) skip(reasons.importDepth(imports.maxDepth));
    else take(path, {}, source, chain, context);
  }
}
