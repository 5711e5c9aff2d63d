import type { WrittenLayer, WrittenStack } from "../schema/index.ts";
import { nearest } from "../util/index.ts";
import { checkTemplate } from "./check-template.ts";
import { profileFacts, textFacts } from "./facts.ts";
import { type LayerFile, loadLayerFile } from "./layer-file.ts";
import { loadFinding } from "./messages.ts";
import { fillPlaceholders, findPlaceholders } from "./placeholders.ts";
import { type Report, resolveFileSources, resolveSteps } from "./resolve-source.ts";
import { matchesProfile, resolveSelector } from "./selector.ts";
import type { SourceTree } from "./source-tree.ts";
import { treePath } from "./source-tree.ts";
import type { Layer, Profile, Source, Tier } from "./stack-types.ts";
import type { Path } from "./yaml.ts";

/** What a layer is resolved against. */
export interface LayerContext {
  tree: SourceTree;
  stack: WrittenStack;
  /** Folder of stack.yaml. */
  folder: string;
  tiers: ReadonlyMap<string, Tier>;
  profiles: ReadonlyMap<string, Profile>;
  report: Report;
}

/** Resolves one layer; undefined when its tier is unknown. */
export function resolveLayer(written: WrittenLayer, at: Path, context: LayerContext): Layer | undefined {
  const { stack, report, tiers } = context;
  const tier = tiers.get(written.tier);
  if (tier === undefined) {
    const near = nearest(written.tier, tiers.keys());
    report([...at, "tier"], (place) => loadFinding("unknown-tier", { name: written.tier, near }, place));
  }
  checkSelectorNames(written, at, context);
  const source = resolveSource(written, at, context);
  checkVars(written, source, at, context);
  if (tier === undefined) return undefined;
  const { id, channel, read, empty } = written;
  return {
    ...{ id, tier, channel, read, empty, source },
    vars: written.vars ?? null,
    when: resolveSelector(written.when ?? {}),
    unless: resolveSelector(written.unless ?? {}),
    steps: resolveSteps(written.steps ?? [], stack, [...at, "steps"], report),
    ...(written.heading === undefined ? {} : { heading: written.heading }),
  };
}

function resolveSource(written: WrittenLayer, at: Path, context: LayerContext): Source {
  const { source } = written;
  const sourceAt = [...at, "source"];
  if (source.file !== undefined) return { kind: "file", files: layerFiles(written, source.file, sourceAt, context) };
  if (source.value === undefined) {
    return { kind: "files", sources: resolveFileSources(written, context.stack, sourceAt, context.report) };
  }
  const name = source.value;
  if (context.stack.inputs[name] === undefined) {
    const near = nearest(name, Object.keys(context.stack.inputs));
    context.report([...sourceAt, "value"], (place) => loadFinding("unknown-input", { name, near }, place));
  }
  return { kind: "value", input: name };
}

/** Loads the file of each profile that can select the layer; a file shared by profiles is loaded once. */
function layerFiles(
  written: WrittenLayer,
  pattern: string,
  at: Path,
  context: LayerContext,
): ReadonlyMap<string, LayerFile> {
  const known: readonly string[] = profileFacts;
  const unknown = findPlaceholders(pattern).placeholders.find(({ name }) => !known.includes(name));
  if (unknown !== undefined) {
    const { name } = unknown;
    context.report([...at, "file"], (place) => loadFinding("unknown-fact", { name, near: nearest(name, known) }, place));
    return new Map();
  }
  const loaded = new Map<string, LayerFile | undefined>();
  const files = new Map<string, LayerFile>();
  for (const profile of context.profiles.values()) {
    if (!matchesProfile(resolveSelector(written.when ?? {}), resolveSelector(written.unless ?? {}), profile)) continue;
    const facts = { profile: profile.id, mode: profile.mode, caller: profile.caller, platform: profile.platform };
    const name = fillPlaceholders(pattern, (fact) => facts[fact as keyof typeof facts] ?? "");
    if (!loaded.has(name)) loaded.set(name, loadOne(name, written.version, at, context));
    const file = loaded.get(name);
    if (file !== undefined) files.set(profile.id, file);
  }
  return files;
}

function loadOne(name: string, version: string | undefined, at: Path, context: LayerContext): LayerFile | undefined {
  const path = treePath(context.folder, name);
  if (path === undefined) {
    context.report([...at, "file"], (place) => loadFinding("outside-root", { path: name }, place));
    return undefined;
  }
  const result = loadLayerFile(context.tree, path, version);
  if ("file" in result) return result.file;
  for (const finding of result.findings) {
    // A file that is not there is the fault of the line that names it.
    context.report([...at, "file"], (place) => (finding.kind === "missing-file" ? { ...finding, ...place } : finding));
  }
  return undefined;
}

function checkVars(written: WrittenLayer, source: Source, at: Path, context: LayerContext): void {
  if (written.vars === undefined) return;
  const known = [...textFacts, ...Object.keys(context.stack.vars), ...Object.keys(context.stack.inputs)];
  written.vars.forEach((name, i) => {
    if (known.includes(name)) return;
    context.report([...at, "vars", i], (place) => loadFinding("unknown-fact", { name, near: nearest(name, known) }, place));
  });
  if (source.kind !== "file") return;
  const { findings, unused } = checkTemplate([...new Set(source.files.values())], written.vars);
  for (const finding of findings) context.report(at, () => finding);
  for (const name of unused) {
    const i = written.vars.indexOf(name);
    context.report([...at, "vars", i], (place) => loadFinding("unused-variable", { name }, place));
  }
}

function checkSelectorNames(written: WrittenLayer, at: Path, { profiles, stack, report }: LayerContext): void {
  for (const key of ["when", "unless"] as const) {
    const selector = resolveSelector(written[key] ?? {});
    for (const name of selector.profile ?? []) {
      if (profiles.has(name)) continue;
      const near = nearest(name, profiles.keys());
      report([...at, key, "profile"], (place) => loadFinding("unknown-profile", { name, near }, place));
    }
    for (const name of selector.tool ?? []) {
      if (stack.tools[name] !== undefined) continue;
      const near = nearest(name, Object.keys(stack.tools));
      report([...at, key, "tool"], (place) => loadFinding("unknown-tool", { name, near }, place));
    }
  }
}
